// What is wider than its place: its edges show on which side there is more, and the keyboard reaches it then alone.
const SCROLLS = ".scrolls";
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) update(target.closest(SCROLLS));
});

function update(box) {
  const beyond = box.scrollWidth - box.clientWidth;
  const before = Math.abs(box.scrollLeft);
  box.classList.toggle("has-before", beyond > 1 && before > 1);
  box.classList.toggle("has-after", beyond - before > 1);
  if (beyond > 1) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

function watch(box) {
  for (const sized of [box, ...box.children]) sizes.observe(sized);
}

function watchAll(added) {
  if (added.matches(SCROLLS)) watch(added);
  added.querySelectorAll(SCROLLS).forEach(watch);
}

watchAll(document.body);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node instanceof Element) watchAll(node);
  }
}).observe(document.body, { childList: true, subtree: true });
// A scroll does not bubble.
document.addEventListener("scroll", ({ target }) => target !== document && target.matches(SCROLLS) && update(target), {
  capture: true,
  passive: true,
});
