// The source viewer: arrow keys turn the pages, the picture can be enlarged, and it opens where the quote is.

const frame = document.querySelector(".viewer-frame");
const marks = [...document.querySelectorAll(".quote-line")];
const enlarge = document.querySelector("[data-enlarge]");

function showMark() {
  if (!marks.length) return;
  frame.scrollTop = marks[0].offsetTop - frame.clientHeight / 3;
  frame.scrollLeft = Math.min(...marks.map((mark) => mark.offsetLeft)) - 16;
}

function isTyping(element) {
  return element.closest("input, textarea, select, [contenteditable]");
}

function turnPage(event) {
  const relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!relation || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return;
  if (event.target === frame && frame.scrollWidth > frame.clientWidth) return;
  document.querySelector(`.viewer-pages [rel="${relation}"]`)?.click();
}

function toggleSize() {
  const enlarged = enlarge.closest(".viewer-sheet").classList.toggle("enlarged");
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
if (marks.length && narrow) {
  // Side by side both marks are in sight; one above the other, the picture comes first.
  addEventListener("load", () => requestAnimationFrame(() => frame.scrollIntoView({ block: "start" })));
} else if (!location.hash) {
  document.querySelector("#quote")?.scrollIntoView({ block: "center" });
}
