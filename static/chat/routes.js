// Under an answer that was not found, or not surely: the other assistant that may know, and the same question without its filters.
import { described } from "./composer.js";
import { page, words } from "./page.js";

const CARRIED = "carried question";
const FILTERS = ["course", "academic_year"];

export function routes(answer, { elsewhere, status }) {
  const question = answer.conversation.questionOf(answer);
  const buttons = [];
  if (elsewhere) buttons.push(button(words("ask_there", elsewhere), () => carry(elsewhere, question)));
  const filters = Object.fromEntries(Object.entries(question.options).filter(([name]) => FILTERS.includes(name)));
  if (status === "not_found" && Object.keys(filters).length) {
    const label = words("without_filters", { filters: described(filters) });
    buttons.push(button(label, () => answer.conversation.askWithout(question, FILTERS)));
  }
  return buttons;
}

function button(label, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button quiet small";
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
}

/** In this tab alone, so that no address can make anybody ask. */
function carry({ slug, url }, { text, options }) {
  // A frame shows the assistant that this page may show, and no other.
  if (page.visit) return void open(url, "_blank", "noopener");
  const { language } = options;
  sessionStorage.setItem(CARRIED, JSON.stringify({ assistant: slug, text, ...(language && { language }) }));
  location.assign(url);
}

/** The question that another assistant has sent here, once. */
export function carried() {
  const { assistant, ...question } = JSON.parse(sessionStorage.getItem(CARRIED) ?? "{}");
  sessionStorage.removeItem(CARRIED);
  return assistant === page.assistant ? question : null;
}
