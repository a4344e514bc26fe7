// What was read beside its page: pointing at a block marks its place on the picture, and the other way round.

const all = (number) => document.querySelectorAll(`[data-block="${number}"]`);

function mark(element, isMarked) {
  const number = element.closest?.("[data-block]")?.dataset.block;
  if (number === undefined) return;
  for (const one of all(number)) one.classList.toggle("is-marked", isMarked);
}

for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  document.addEventListener(begin, (event) => mark(event.target, true));
  document.addEventListener(end, (event) => mark(event.target, false));
}

document.querySelector(".preview-page svg")?.addEventListener("click", (event) => {
  const number = event.target.dataset.block;
  if (number === undefined) return;
  const block = document.querySelector(`.preview-block[data-block="${number}"]`);
  block.scrollIntoView({ block: "center" });
  block.focus();
});
