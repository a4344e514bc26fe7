// The conversation on the page: questions, answers, and the one that is under way.
import { Answer } from "./answer.js";
import { described } from "./composer.js";
import { fillExports } from "./menus.js";
import { address, byId, entitle, newId, page, words } from "./page.js";
import { exchangeOf } from "./question.js";

/** Where signing in, or another language, leads back to. */
function returnTo(url) {
  for (const input of document.querySelectorAll("input[name=next]")) input.value = url;
  for (const link of document.querySelectorAll("[data-sign-in]")) {
    link.href = `${link.dataset.signIn}?${new URLSearchParams({ next: url })}`;
  }
}

export class Conversation {
  #answers = new Map(); // message id → {answer, exchange, text, options}
  #running = null;
  #withdrawn = []; // exchanges that give way to a question that the server has not taken yet

  constructor(socket, composer, drawer) {
    Object.assign(this, { socket, composer, drawer, id: page.conversation });
    composer.addEventListener("ask", (event) => this.ask(event.detail));
    composer.addEventListener("stop", () => this.#running && socket.stop(this.#running));
    socket.addEventListener("started", (event) => this.#started(event.detail));
    socket.addEventListener("event", (event) => this.#event(event.detail));
    socket.addEventListener("error", (event) => this.#refused(event.detail));
    socket.addEventListener("asked", (event) => this.#askedElsewhere(event.detail));
    socket.addEventListener("renamed", () => this.drawer.refresh(this.id));
    socket.addEventListener("deleted", () => this.#deletedElsewhere());
    this.#begun();
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
    for (const { id, event } of messages) this.#planned(id, event);
    this.#answers.get(messages.at(-1)?.id)?.exchange.scrollIntoView();
  }

  /** An empty page: the next question begins another conversation. */
  restart() {
    if (this.#running) this.socket.stop(this.#running);
    this.#setRunning(null);
    this.#answers.clear();
    this.id = null;
    byId("messages").replaceChildren();
    byId("welcome").hidden = false;
    byId("thread").classList.add("is-new");
    this.composer.focus();
  }

  /** In place of the question of the answer `replaces`, and of what followed it. */
  ask({ text, replaces, ...options }) {
    if (this.#running) return this.composer.fail(words("busy"));
    const id = newId();
    if (replaces) this.#withdraw(replaces);
    const { exchange } = this.#addLast(id, { text, options });
    this.#setRunning(id);
    this.composer.accepted();
    this.composer.focus();
    exchange.scrollIntoView({ behavior: "smooth" });
    const asked = { assistant: page.assistant, conversation: this.id, message: id, text, replaces, ...options };
    return this.socket.ask(asked);
  }

  /** Of the answer that an element is in. */
  citationsAt(element) {
    const id = element.closest(".answer").id.replace("m-", "");
    return this.#answers.get(id)?.answer.citations ?? [];
  }

  askAgain(answer) {
    const { text, options } = this.questionOf(answer);
    this.ask({ text, ...options });
  }

  askWithout({ text, options }, filters) {
    const rest = Object.fromEntries(Object.entries(options).filter(([name]) => !filters.includes(name)));
    this.composer.restore(rest);
    this.ask({ text, ...rest });
  }

  questionOf(answer) {
    return this.#answers.get(answer.id);
  }

  #addLast(id, question) {
    this.#add(id, question, null);
    byId("welcome").hidden = true;
    byId("thread").classList.remove("is-new");
    return this.#answers.get(id);
  }

  #add(id, { text, options }, feedback) {
    const exchange = exchangeOf({ text, options }, (edited) => this.ask({ text: edited, replaces: id, ...options }));
    const answer = new Answer(id, this, feedback);
    exchange.append(answer.element);
    byId("messages").append(exchange);
    this.#answers.set(id, { answer, exchange, text, options });
    return answer;
  }

  #resume(id) {
    this.#setRunning(id);
    this.socket.resume(id);
  }

  #started({ conversation }) {
    this.#withdrawn = [];
    if (!this.id) {
      this.id = conversation;
      if (!page.visit) history.replaceState(null, "", address("conversation", conversation));
      this.#begun();
    }
    this.drawer.refresh(conversation);
  }

  /** What only a conversation with an address has. */
  #begun() {
    if (!this.id) return;
    this.socket.watch(this.id);
    if (page.visit) return; // in a frame on another site, whose address stays
    returnTo(address("conversation", this.id));
    byId("conversation-tools").hidden = false;
    fillExports(byId("conversation-tools").querySelector(".menu"), address("export_conversation", this.id));
  }

  /** The exchange of this answer and all that follow it leave the page. */
  #withdraw(id) {
    const all = [...this.#answers];
    const from = all.findIndex(([known]) => known === id);
    this.#withdrawn = from < 0 ? [] : all.slice(from);
    for (const [known, { exchange }] of this.#withdrawn) {
      exchange.remove();
      this.#answers.delete(known);
    }
  }

  /** In another tab, or on another machine. */
  #askedElsewhere({ message, replaces, ...question }) {
    if (this.#answers.has(message)) return;
    if (replaces) this.#withdraw(replaces);
    this.#withdrawn = [];
    this.#addLast(message, question).exchange.scrollIntoView({ behavior: "smooth" });
    this.#setRunning(message);
  }

  /** What is being written stays, as the first question of another. */
  #deletedElsewhere() {
    this.#running = null;
    this.restart();
    this.composer.fail(words("deleted_elsewhere"));
    if (page.visit) return;
    history.replaceState(null, "", page.urls.assistant);
    returnTo(page.urls.assistant);
    byId("conversation-tools").hidden = true;
    entitle(document.querySelector(".assistants [aria-current]").textContent);
    this.drawer.refresh("");
  }

  #event({ message, event }) {
    this.#answers.get(message)?.answer.apply(event);
    this.#planned(message, event);
    if (event?.need && this.id) this.drawer.refresh(this.id); // its name changed with the answer
    if (["answer", "stopped", "failed"].includes(event.kind)) this.#setRunning(null);
  }

  /** What was planned by stands in the form, and under the question. */
  #planned(message, event) {
    const known = this.#answers.get(message);
    if (!event?.form || !known) return;
    this.composer.planned(event.form);
    const about = known.exchange.querySelector(".question-options");
    about.textContent = described({ ...known.options, form: event.form });
    about.hidden = !about.textContent;
  }

  /** The server did not take the question: its text goes back to where it was written. */
  #refused({ message, text }) {
    const refused = this.#answers.get(message);
    this.composer.fail(text, refused?.text);
    if (!refused) return;
    refused.exchange.remove();
    this.#answers.delete(message);
    for (const [id, known] of this.#withdrawn.splice(0)) {
      byId("messages").append(known.exchange);
      this.#answers.set(id, known);
    }
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
