// The source viewer: arrow keys turn the pages, the picture is zoomed and dragged, and it opens where the quote is.

const ZOOMS = [1, 1.5, 2, 3];
const frame = document.querySelector(".viewer-frame");
const sheet = document.querySelector(".viewer-page");
const marks = [...document.querySelectorAll(".quote-line")];
const zoomBar = document.querySelector("[data-zoom]");
let zoom = 0;

function showMark() {
  if (!marks.length) return;
  const around = frame.getBoundingClientRect();
  const places = marks.map((mark) => mark.getBoundingClientRect());
  frame.scrollTop += Math.min(...places.map(({ top }) => top)) - around.top - frame.clientHeight / 3;
  frame.scrollLeft += Math.min(...places.map(({ left }) => left)) - around.left - 16;
}

function isTyping(element) {
  return element.closest("input, textarea, select, [contenteditable]");
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  if (frame && event.key === "+") return void setZoom(zoom + 1);
  if (frame && event.key === "-") return void setZoom(zoom - 1);
  const relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!relation || event.shiftKey) return;
  if (event.target === frame && frame.scrollWidth > frame.clientWidth) return;
  document.querySelector(`.viewer-pages [rel="${relation}"]`)?.click();
}

/** What was in the middle stays there. */
function setZoom(step) {
  const before = ZOOMS[zoom];
  zoom = Math.max(0, Math.min(step, ZOOMS.length - 1));
  const grown = ZOOMS[zoom] / before;
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  sheet.style.setProperty("--zoom", ZOOMS[zoom]);
  frame.scrollLeft = middle[0] * grown - frame.clientWidth / 2;
  frame.scrollTop = middle[1] * grown - frame.clientHeight / 2;
  zoomBar.querySelector("[data-zoom-out]").disabled = zoom === 0;
  zoomBar.querySelector("[data-zoom-in]").disabled = zoom === ZOOMS.length - 1;
}

/** With a mouse the picture is dragged; a finger scrolls it by itself. */
function watchDragging() {
  let last = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    last = event;
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!last) return;
    frame.scrollLeft -= event.clientX - last.clientX;
    frame.scrollTop -= event.clientY - last.clientY;
    last = event;
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => (last = null));
  frame.addEventListener("dblclick", () => setZoom(zoom ? 0 : 2));
}

/** Inside the panel a page takes the place of the one before, so that Back closes the panel. */
function stayInHistory() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.target || link.hasAttribute("download") || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    location.replace(link.href);
  });
  document.querySelector(".viewer-pages form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    location.replace(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  });
}

document.addEventListener("keydown", onKey);
if (window.self !== window.top) stayInHistory();
if (zoomBar) {
  zoomBar.hidden = false;
  zoomBar.querySelector("[data-zoom-out]").addEventListener("click", () => setZoom(zoom - 1));
  zoomBar.querySelector("[data-zoom-in]").addEventListener("click", () => setZoom(zoom + 1));
  zoomBar.querySelector("[data-zoom-fit]").addEventListener("click", () => setZoom(0));
  setZoom(0);
  watchDragging();
}
showMark();
if (marks.length) {
  // After the browser has gone to the mark in its own way.
  addEventListener("load", () =>
    requestAnimationFrame(() => {
      frame.scrollIntoView({ block: "start" });
      showMark();
    }),
  );
} else if (!location.hash) {
  document.querySelector("#quote")?.scrollIntoView({ block: "center" });
}
