// Puts the parts of the chat together.
import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { Drawer } from "./drawer.js";
import { watchMenus } from "./menus.js";
import { byId, page, words } from "./page.js";
import { watchSources } from "./panel.js";
import { carried } from "./routes.js";
import { watchSharing } from "./share.js";
import { Socket } from "./socket.js";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const socket = new Socket(`${scheme}://${location.host}/ws/chat/?language=${page.language}`);
const conversation = new Conversation(socket, new Composer(), new Drawer(page.conversation));
const connection = byId("connection");

socket.addEventListener("disconnected", () => {
  connection.hidden = false;
  connection.textContent = words("reconnecting");
});
socket.addEventListener("connected", () => {
  connection.textContent = words("reconnected");
  setTimeout(() => (connection.hidden = true), 1500);
});
document.addEventListener("click", (event) => {
  const question = event.target.closest("[data-ask]")?.dataset.ask;
  if (question) conversation.ask({ text: question, ...conversation.composer.options() });
});

document.querySelector(".assistants [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
watchSources((element) => conversation.citationsAt(element));
watchMenus();
watchSharing(() => conversation.id);
conversation.load(page.messages);
const question = page.messages.length ? null : carried();
if (question) conversation.ask(question);
// Where there is a keyboard, a first question can be typed at once.
if (!page.messages.length && matchMedia("(pointer: fine)").matches) conversation.composer.focus();
