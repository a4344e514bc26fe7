// Menus that open from a button, and dialogs: closed by Escape, by a click elsewhere, and by what is chosen.
// The arrows go from one line of a menu to the next, and open it from its button.

const opened = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  event.target.closest("dialog [data-close]")?.closest("dialog").close();
  for (const menu of opened()) if (!menu.contains(event.target) || event.target.closest("a")) menu.open = false;
});

/** Where a key leads to among the lines of a menu, from `at`: -1 is the button. */
function lineAfter(key, at, count) {
  const lines = { ArrowDown: at + 1, ArrowUp: at < 0 ? count - 1 : at - 1 + count, Home: 0, End: count - 1 };
  return key in lines ? lines[key] % count : -1;
}

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest("details.menu");
  if (!menu) return;
  const lines = [...menu.querySelectorAll("a, button")];
  const line = lineAfter(event.key, lines.indexOf(event.target), lines.length);
  if (line < 0 || (!menu.open && !event.key.startsWith("Arrow"))) return;
  event.preventDefault();
  menu.open = true;
  lines[line].focus();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of opened()) {
    menu.open = false;
    menu.querySelector("summary").focus();
    event.stopImmediatePropagation();
  }
});
