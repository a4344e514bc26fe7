// Menus that open from a button, and dialogs: closed by Escape, by a click elsewhere, and by what is chosen.

const opened = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  event.target.closest("dialog [data-close]")?.closest("dialog").close();
  for (const menu of opened()) if (!menu.contains(event.target) || event.target.closest("a")) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of opened()) {
    menu.open = false;
    menu.querySelector("summary").focus();
    event.stopImmediatePropagation();
  }
});
