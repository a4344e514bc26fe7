// Under an answer: copy, ask again, keep, and say what one thinks of it.
import { copy } from "./copying.js";
import { fillExports } from "./menus.js";
import { address, page, post, words } from "./page.js";

export function actions(answer, given) {
  const bar = answer.element.querySelector(".actions");
  const comment = answer.element.querySelector(".comment");
  const note = bar.querySelector(".action-note");
  const area = comment.querySelector("textarea");
  const verdicts = [...bar.querySelectorAll("[data-verdict]")];
  let verdict = given?.verdict ?? "";
  area.value = given?.comment ?? "";
  press();

  bar.querySelector("[data-action=copy]").addEventListener("click", toClipboard);
  bar.querySelector("[data-action=again]").addEventListener("click", () => answer.conversation.askAgain(answer));
  // A download goes without the token by which a frame says who asks.
  if (page.visit) bar.querySelector(".menu").remove();
  else fillExports(bar.querySelector(".menu"), address("export_answer", answer.id));
  for (const button of verdicts) button.addEventListener("click", () => judge(button.dataset.verdict));
  comment.addEventListener("submit", sendComment);
  comment.querySelector("[data-cancel]").addEventListener("click", closeComment);
  comment.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closeComment();
  });

  async function toClipboard() {
    const copied = await copy(answer).then(() => true, () => false);
    note.textContent = words(copied ? "copied" : "not_copied");
  }

  async function judge(chosen) {
    const before = verdict;
    verdict = verdict === chosen ? "" : chosen;
    press();
    const saved = await save();
    if (!saved) verdict = before;
    press();
    comment.hidden = !saved || !["down", "wrong_citation"].includes(verdict);
    if (comment.hidden) return;
    area.focus({ preventScroll: true });
    comment.scrollIntoView({ block: "nearest" });
  }

  async function sendComment(event) {
    event.preventDefault();
    if (await save()) closeComment();
  }

  function closeComment() {
    comment.hidden = true;
    (verdicts.find((button) => button.dataset.verdict === verdict) ?? verdicts[0]).focus();
  }

  async function save() {
    let saved = false;
    try {
      saved = (await post(address("feedback", answer.id), { verdict, comment: area.value })).ok;
    } catch {
      saved = false;
    }
    note.textContent = saved ? (verdict ? words("thanks") : "") : words("not_saved");
    return saved;
  }

  function press() {
    for (const button of verdicts) button.setAttribute("aria-pressed", String(button.dataset.verdict === verdict));
  }
}
