// How much of a question's space is used: an estimate at once, the server's exact count a moment later.
import { byId, page, post, words } from "./page.js";

const PAUSE = 400;

/** Words and marks, a token for every four letters begun: right to a tenth for Galician and Spanish, high for English. */
export function estimate(text) {
  const pieces = text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];
  return pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / 4), 0);
}

/** `chosen` tells what is read beside the text. */
export function watchBudget(area, chosen) {
  const bar = byId("budget-bar");
  const isAlways = "always" in bar.dataset;
  const phone = matchMedia("(width < 40rem)");
  const all = () => `${area.value} ${chosen()}`.trim();
  let used = 0;
  let timer = 0;
  let asked = 0;

  function show(count) {
    used = count;
    // In a conversation every line counts: it is told there once it matters.
    bar.hidden = !(isAlways && byId("thread").classList.contains("is-new")) && used < page.budget / 2;
    byId("budget-meter").value = Math.min(used, page.budget);
    bar.classList.toggle("is-over", isOver());
    byId("budget").textContent = isOver() ? message() : room();
  }

  async function count() {
    const mine = ++asked;
    try {
      const response = await post(page.urls.tokens, { text: all() });
      const { tokens } = await response.json();
      if (mine === asked) show(tokens);
    } catch {
      // The estimate stands; the server counts again when the question is sent.
    }
  }

  function refresh() {
    asked += 1;
    clearTimeout(timer);
    show(estimate(all()));
    if (area.value && !bar.hidden) timer = setTimeout(count, PAUSE);
  }

  /** Of three tokens two are words, or less. */
  function room() {
    const left = Math.max(0, Math.floor(((page.budget - used) * 0.6) / 10) * 10);
    const share = Math.round((100 * used) / page.budget);
    return isAlways && !phone.matches ? words("trip_space", { share, words: left }) : words("space", { share });
  }

  const isOver = () => used > page.budget;
  const message = () => words("over_budget", { share: Math.ceil((100 * (used - page.budget)) / used) });
  area.addEventListener("input", refresh);
  refresh();
  return { isOver, message, refresh };
}
