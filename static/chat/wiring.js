// What every page with a conversation does with it: the connection's state, questions to click on, sources.
import { byId, page, words } from "./page.js";
import { watchSources } from "./panel.js";

const connection = byId("connection");

export function socketAddress() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws/chat/?language=${page.language}`;
}

export function wire(socket, conversation) {
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
  watchSources((element) => conversation.citationsAt(element));
}
