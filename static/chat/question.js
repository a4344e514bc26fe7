// A question on the page: it can be edited, and is asked again in its new words.
import { described } from "./composer.js";
import { fromTemplate } from "./page.js";

/** `onEdited` is told the new words. */
export function exchangeOf({ text, options }, onEdited) {
  const exchange = fromTemplate("exchange-template");
  const part = (selector) => exchange.querySelector(selector);
  const [shown, form, edit] = [part(".question-text"), part(".question-form"), part(".question-edit")];
  const area = form.querySelector("textarea");
  const about = part(".question-options");
  shown.textContent = text;
  about.textContent = described(options);
  about.hidden = !about.textContent;

  function show(isEdited) {
    form.hidden = !isEdited;
    shown.hidden = edit.hidden = isEdited;
    part(".question").classList.toggle("is-edited", isEdited);
    if (!isEdited) return edit.focus();
    area.value = text;
    return area.focus();
  }

  function send(event) {
    event.preventDefault();
    const words = area.value.trim();
    if (words) show(false);
    if (words) onEdited(words);
  }

  edit.addEventListener("click", () => show(true));
  form.querySelector("[data-cancel]").addEventListener("click", () => show(false));
  form.addEventListener("submit", send);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      show(false);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
  });
  return exchange;
}
