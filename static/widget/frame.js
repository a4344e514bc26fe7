// The chat in a frame on another site: who talks is told by a token that this tab keeps, for no cookie comes along.
import { Composer } from "../chat/composer.js";
import { Conversation } from "../chat/conversation.js";
import { byId, identify, page, post } from "../chat/page.js";
import { Socket } from "../chat/socket.js";
import { socketAddress, wire } from "../chat/wiring.js";
import { carryCourse } from "./course.js";
import { kept, keep } from "./kept.js";

const tell = (word) => parent !== window && parent.postMessage({ koalarag: word }, "*");

/** Only a script of ours in the page around it answers this: then the frame can be closed, and has the focus. Before the
 * panel listens: Escape that closes a source leaves the frame open. */
function watchParent(conversation) {
  byId("frame-close").addEventListener("click", () => tell("close"));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && byId("panel").hidden) tell("close");
  });
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data?.koalarag !== "opened") return;
    byId("frame-close").hidden = false;
    conversation.composer.focus();
  });
}

/** The visit that this tab had, with its conversation; a new one where there was none, or it has ended. */
async function begin() {
  const token = page.launched ? "" : kept(page.assistant); // a launch has said by a cookie who it is
  if (token) identify(token);
  // What was asked in another course is not gone on with in this one.
  const course = page.launched ? { course: new URLSearchParams(location.search).get("course") ?? "" } : {};
  const response = await post(page.visit, course);
  if (!response.ok) throw new Error(`The visit was answered ${response.status}.`);
  return response.json();
}

function start({ token, conversation: id, messages }) {
  if (!page.launched) keep(page.assistant, token);
  identify(token);
  page.conversation = id;
  const socket = new Socket(socketAddress(), ["visit", token]);
  const conversation = new Conversation(socket, new Composer(), { refresh() {} });
  watchParent(conversation);
  wire(socket, conversation);
  socket.addEventListener("started", () => (byId("frame-new").hidden = false));
  byId("frame-new").addEventListener("click", () => conversation.restart());
  if (messages.length) {
    byId("welcome").hidden = true;
    byId("thread").classList.remove("is-new");
    byId("frame-new").hidden = false;
  }
  carryCourse();
  conversation.load(messages);
  tell("ready");
}

begin().then(start, (error) => {
  console.error("koalarag:", error);
  byId("frame-failed").hidden = false;
  byId("composer").hidden = true;
  tell("ready");
});
