// On a phone what narrows the results is folded up, so that the results come first.
if (matchMedia("(width < 60rem)").matches) {
  for (const facet of document.querySelectorAll(".facet")) facet.open = facet.querySelector("[aria-current]") !== null;
}
