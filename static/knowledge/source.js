// The source viewer: arrow keys turn the pages, the picture can be enlarged, and it opens where the quote is.

const frame = document.querySelector(".sheet-frame");
const mark = frame?.querySelector(".quote-line");
const enlarge = document.querySelector("[data-enlarge]");

function showMark() {
  if (!mark) return;
  frame.scrollTop = mark.offsetTop - frame.clientHeight / 3;
  frame.scrollLeft = mark.offsetLeft - 24;
}

function isTyping(element) {
  return element.closest("input, textarea, select, [contenteditable]");
}

function turnPage(event) {
  const relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!relation || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return;
  if (event.target === frame && frame.scrollWidth > frame.clientWidth) return;
  document.querySelector(`.source-pages [rel="${relation}"]`)?.click();
}

function toggleSize() {
  const enlarged = enlarge.closest(".sheet").classList.toggle("enlarged");
  enlarge.setAttribute("aria-pressed", String(enlarged));
  showMark();
}

document.addEventListener("keydown", turnPage);
if (enlarge) {
  enlarge.hidden = false;
  enlarge.addEventListener("click", toggleSize);
}
showMark();
const narrow = !matchMedia("(width >= 60rem)").matches;
if (mark && narrow) {
  // Side by side both marks are in sight; one above the other, the picture comes first.
  addEventListener("load", () => requestAnimationFrame(() => frame.scrollIntoView({ block: "center" })));
} else if (!location.hash) {
  document.querySelector("#quote")?.scrollIntoView({ block: "center" });
}
