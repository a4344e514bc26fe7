// One answer on the page: what it does now, its blocks as they come, and how it ended.
import { actions } from "./actions.js";
import { offerFollowUps } from "./follow_ups.js";
import { announce, fromTemplate, page, words } from "./page.js";
import { routes } from "./routes.js";
import { sourceItems } from "./sources.js";

export class Answer {
  constructor(id, conversation, feedback = null) {
    this.id = id;
    this.conversation = conversation;
    this.plain = "";
    this.citations = [];
    this.element = fromTemplate("answer-template");
    this.element.id = `m-${id}`;
    this.text = this.#part(".answer-text");
    this.#step(words("working"), false);
    actions(this, feedback);
  }

  #part(selector) {
    return this.element.querySelector(selector);
  }

  /** `live` is false for what the page was loaded with: it is not announced. */
  apply(event, live = true) {
    if (event.kind === "step") this.#step(page.texts.steps[event.name] ?? words("working"), live);
    else if (event.kind === "block") this.#block(event);
    else if (event.kind === "restart") this.text.replaceChildren();
    else if (event.kind === "answer") this.#finish(event, live);
    else if (event.kind === "stopped") this.#stopped(event);
    else if (event.kind === "failed") this.#failed(event);
  }

  #step(text, live) {
    this.#part(".answer-step-text").textContent = text;
    if (live) announce(text);
  }

  #block({ index, html }) {
    while (this.text.children.length <= index) this.text.append(document.createElement("div"));
    this.text.children[index].innerHTML = html;
  }

  #finish(event, live) {
    this.plain = event.plain;
    this.text.innerHTML = event.html;
    this.text.lang = event.language;
    this.element.dataset.status = event.status;
    this.element.classList.toggle("shows-sources", Boolean(event.shows_sources));
    this.#status(page.texts.statuses[event.status]);
    this.#notices(event);
    this.#sources(event.citations);
    this.#choices(event.choices);
    this.#part(".routes").replaceChildren(...routes(this, event));
    if (event.need) this.element.dataset.need = event.need;
    this.#end();
    if (live && event.status === "answered") offerFollowUps(this);
    const count = event.citations.length;
    const sources = count === 0 ? "" : count === 1 ? words("source") : words("sources", { count });
    if (live) announce(`${spoken(event.plain)} ${sources}`);
  }

  #stopped(event) {
    if (event.html !== undefined) this.text.innerHTML = event.html;
    this.plain = this.text.innerText;
    this.element.dataset.status = "stopped";
    this.#status(words("stopped"));
    this.#end();
  }

  #failed(event) {
    this.text.replaceChildren();
    this.element.dataset.status = "failed";
    this.#status(words("failed"));
    const text = document.createElement("p");
    const reference = document.createElement("p");
    text.textContent = event.text;
    reference.className = "small muted";
    reference.textContent = event.reference ? words("reference", { reference: event.reference }) : "";
    this.text.append(text, reference);
    announce(`${words("failed")} ${event.text}`);
    this.#end();
  }

  #status(text) {
    this.#say(".answer-status", text ?? "");
  }

  /** What one must know of the sources before reading on. */
  #notices({ outdated, older_editions: older, citations, language }) {
    const told = Object.entries({ outdated, older_editions: older }).filter(([, titles]) => titles.length);
    this.#say(".answer-outdated", told.map(([key, titles]) => words(key, { titles: titles.join(", ") })).join(" "));
    this.#say(".answer-language", foreignLanguages(citations, language));
  }

  #say(selector, text) {
    this.#part(selector).textContent = text;
    this.#part(selector).hidden = !text;
  }

  #sources(citations) {
    this.citations = citations;
    this.#part(".sources").hidden = citations.length === 0;
    this.element.classList.toggle("without-sources", citations.length === 0);
    this.#part(".sources ul").replaceChildren(...sourceItems(citations));
  }

  #choices(choices) {
    const list = this.#part(".choices");
    list.hidden = choices.length === 0;
    for (const choice of choices) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = choice;
      button.dataset.ask = choice;
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    }
  }

  #end() {
    this.element.removeAttribute("aria-busy");
    this.#part(".answer-step").hidden = true;
    this.#part(".actions").hidden = false;
  }
}

/** Text in which cells and lines are apart for whoever hears it, and without the numbers of sources. */
function spoken(plain) {
  return plain.replaceAll("\t", ", ").replace(/\n+/g, "\n");
}

/** A sentence with all the languages of the sources but the answer's; empty where there is none. */
function foreignLanguages(citations, own) {
  const spoken = new Set(citations.map(({ language }) => language).filter(Boolean));
  const isPartly = spoken.delete(own);
  const names = [...spoken].map((code) => page.language_names[code] ?? code);
  if (!names.length) return "";
  // Browsers without Galician have Portuguese, which joins with the same word.
  const language = new Intl.ListFormat([page.language, "pt"]).format(names);
  return words(isPartly ? "partly_quoted_in" : "quoted_in", { language });
}
