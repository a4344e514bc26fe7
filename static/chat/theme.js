// Runs before the first paint: the remembered theme, and whether this page stands inside the source panel.
const root = document.documentElement;
if (!root.dataset.theme && remembered()) root.dataset.theme = remembered();
if (window.self !== window.top) root.dataset.framed = "";

/** Administration keeps "auto" under the same name. Inside other sites' pages a browser may keep nothing for us, and says so by an error. */
function remembered() {
  try {
    return known(localStorage.getItem("theme"));
  } catch {
    return null;
  }
}

function known(theme) {
  return theme === "light" || theme === "dark" ? theme : null;
}

function isDark() {
  return (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      localStorage.setItem("theme", root.dataset.theme);
      button.setAttribute("aria-pressed", String(isDark()));
    });
  }
});

window.addEventListener("storage", (event) => {
  if (event.key === "theme" && known(event.newValue)) root.dataset.theme = event.newValue;
});
