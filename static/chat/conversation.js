// The conversation on the page: questions, answers, and the one that is under way.
import { Answer } from "./answer.js";
import { described } from "./composer.js";
import { address, byId, fromTemplate, newId, page, words } from "./page.js";

export class Conversation {
  #answers = new Map(); // message id → {answer, exchange, text, options}
  #running = null;

  constructor(socket, composer, drawer) {
    Object.assign(this, { socket, composer, drawer, id: page.conversation });
    composer.addEventListener("ask", (event) => this.ask(event.detail));
    composer.addEventListener("stop", () => this.#running && socket.stop(this.#running));
    socket.addEventListener("started", (event) => this.#started(event.detail));
    socket.addEventListener("event", (event) => this.#event(event.detail));
    socket.addEventListener("error", (event) => this.#refused(event.detail));
  }

  /** What was said before the page was loaded; an answer under way is gone on with. */
  load(messages) {
    let question = { text: "", options: {} };
    for (const message of messages) {
      if (message.role === "user") {
        question = message;
        continue;
      }
      const answer = this.#add(message.id, question, message.feedback);
      if (message.event) answer.apply(message.event, false);
      else this.#resume(message.id);
    }
    if (messages.length) this.composer.restore(question.options);
    this.#answers.get(messages.at(-1)?.id)?.exchange.scrollIntoView();
  }

  ask({ text, ...options }) {
    if (this.#running) return this.composer.fail(words("busy"));
    const id = newId();
    const { exchange } = this.#addLast(id, { text, options });
    this.#setRunning(id);
    this.composer.accepted();
    this.composer.focus();
    exchange.scrollIntoView({ behavior: "smooth" });
    const asked = { assistant: page.assistant, conversation: this.id, message: id, text, ...options };
    return this.socket.ask(asked);
  }

  /** Of the answer that an element is in. */
  citationsAt(element) {
    const id = element.closest(".answer").id.replace("m-", "");
    return this.#answers.get(id)?.answer.citations ?? [];
  }

  askAgain(answer) {
    const { text, options } = this.#answers.get(answer.id);
    this.ask({ text, ...options });
  }

  #addLast(id, question) {
    this.#add(id, question, null);
    byId("welcome").hidden = true;
    byId("thread").classList.remove("is-new");
    return this.#answers.get(id);
  }

  #add(id, { text, options }, feedback) {
    const exchange = fromTemplate("exchange-template");
    const answer = new Answer(id, this, feedback);
    const shown = exchange.querySelector(".question-options");
    exchange.querySelector(".question-text").textContent = text;
    shown.textContent = described(options);
    shown.hidden = !shown.textContent;
    exchange.append(answer.element);
    byId("messages").append(exchange);
    this.#answers.set(id, { answer, exchange, text, options });
    return answer;
  }

  #resume(id) {
    this.#setRunning(id);
    this.socket.resume(id);
  }

  #started({ conversation, message }) {
    if (this.id) return;
    this.id = conversation;
    const url = address("conversation", conversation);
    history.replaceState(null, "", url);
    for (const input of document.querySelectorAll("input[name=next]")) input.value = url;
    this.drawer.add(conversation, this.#answers.get(message).text);
  }

  #event({ message, event }) {
    this.#answers.get(message)?.answer.apply(event);
    if (["answer", "stopped", "failed"].includes(event.kind)) this.#setRunning(null);
  }

  /** The server did not take the question: its text goes back to where it was written. */
  #refused({ message, text }) {
    const refused = this.#answers.get(message);
    this.composer.fail(text, refused?.text);
    if (!refused) return;
    refused.exchange.remove();
    this.#answers.delete(message);
    if (this.#running === message) this.#setRunning(null);
    if (this.#answers.size) return;
    byId("welcome").hidden = false;
    byId("thread").classList.add("is-new");
  }

  #setRunning(id) {
    this.#running = id;
    this.composer.busy(Boolean(id));
  }
}
