// Puts an assistant on a page: <script src="https://SITE/widget.js" data-assistant="SLUG" async></script>
// data-lang and data-theme ("light" or "dark") are optional. What it needs of the page's own policy: docs/widget.md.
(() => {
  const script = document.currentScript;
  const complain = (text) => console.error(`koalarag: ${text}`);
  const assistant = script?.dataset.assistant;
  if (!assistant) return complain('the script needs data-assistant="…" and must not have type="module".');
  const here = new URL(`w/${encodeURIComponent(assistant)}/`, new URL(".", script.src));
  const query = new URLSearchParams({ lang: script.dataset.lang || document.documentElement.lang || "" });
  if (script.dataset.theme) query.set("theme", script.dataset.theme);
  const phone = matchMedia("(width < 40rem), (height < 30rem)");
  const STYLE = `
    :host { all: initial; color-scheme: light dark; --ink: #1d6450; --paper: #fff; --line: #dde3de; --text: #1c2420 }
    :host([theme=dark]) { --ink: #8bcdb3; --paper: #1b221f; --line: #303a35; --text: #e4eae6 }
    * { box-sizing: border-box; font: 1rem/1.5 system-ui, sans-serif }
    [hidden] { display: none !important }
    .open { position: fixed; inset: auto max(1rem, env(safe-area-inset-right)) max(1rem, env(safe-area-inset-bottom)) auto;
      z-index: 2147483000; display: grid; place-items: center; width: 3.5rem; height: 3.5rem; padding: 0; border: 0;
      border-radius: 50%; background: var(--ink); color: var(--paper); box-shadow: 0 4px 16px rgb(0 0 0 / 30%); cursor: pointer }
    .open:hover { filter: brightness(1.1) }
    :focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
    svg { width: 1.7rem; height: 1.7rem; fill: none; stroke: currentcolor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round }
    dialog { position: fixed; inset: auto max(1rem, env(safe-area-inset-right)) 5.5rem auto; z-index: 2147483000; margin: 0; padding: 0;
      width: 25rem; height: min(40rem, calc(100dvh - 6.5rem)); max-width: none; max-height: none; overflow: hidden;
      border: 1px solid var(--line); border-radius: 1rem; background: var(--paper); color: var(--text); box-shadow: 0 8px 40px rgb(0 0 0 / 25%) }
    dialog:modal { inset: 0; width: 100%; height: 100%; border: 0; border-radius: 0 }
    iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0 }
    .wait { position: absolute; inset: 0; z-index: 1; align-content: start; background: var(--paper); display: grid; gap: 1rem; justify-items: start; padding: 1rem }
    .wait button { padding: .4rem 1rem; border: 1px solid currentcolor; border-radius: .6rem; background: none; color: inherit; cursor: pointer }
    .wait a { color: inherit }`;

  fetch(new URL(`permission.json?${query}`, here))
    .then((response) => response.json())
    .then((told) => (told.problem ? complain(told.problem) : whenReady(() => show(told))))
    .catch((error) => complain(`${here.origin} could not be asked (${error.message}). Is it allowed by this page's connect-src?`));

  function whenReady(act) {
    if (document.body) act();
    else addEventListener("DOMContentLoaded", act);
  }

  function element(name, values, ...children) {
    const made = Object.assign(document.createElement(name), values);
    made.append(...children);
    return made;
  }

  function show(told) {
    if (document.querySelector("koalarag-widget")) return complain("there is one assistant on this page already.");
    const host = document.createElement("koalarag-widget");
    const isDark = script.dataset.theme ? script.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    if (isDark) host.setAttribute("theme", "dark");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet(); // a page whose policy forbids inline styles allows this
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];

    const button = element("button", { type: "button", className: "open", title: told.open, ariaLabel: told.open, ariaExpanded: "false" });
    button.innerHTML =
      '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v11H9l-5 4zM8 9h8M8 12h5"/></svg>';
    const out = element("a", { href: told.page, target: "_blank", rel: "noopener", textContent: told.out });
    const failed = element("p", { textContent: told.failed, hidden: true });
    const leave = element("button", { type: "button", textContent: told.close, onclick: close });
    const wait = element("div", { className: "wait" }, leave, failed, out);
    const dialog = element("dialog", { ariaLabel: told.name }, wait);
    let frame = null;
    root.append(button, dialog);
    document.body.append(host);

    function open() {
      if (phone.matches) dialog.showModal();
      else dialog.show();
      button.ariaExpanded = "true";
      if (frame) return greet();
      frame = element("iframe", { title: told.name, allow: "clipboard-write", src: `${told.frame}?${query}` });
      dialog.append(frame);
      setTimeout(() => (failed.hidden = false), 15000);
    }

    function close() {
      dialog.close();
    }

    function greet() {
      frame.focus();
      frame.contentWindow.postMessage({ koalarag: "opened" }, here.origin);
    }

    button.addEventListener("click", () => (dialog.open ? close() : open()));
    dialog.addEventListener("close", () => {
      if (dialog.open) return;
      button.ariaExpanded = "false";
      button.focus();
    });
    root.addEventListener("keydown", (event) => event.key === "Escape" && dialog.open && close());
    phone.addEventListener("change", () => {
      if (!dialog.open) return;
      dialog.close();
      open();
    });
    addEventListener("message", ({ source, origin, data }) => {
      if (!frame || source !== frame.contentWindow || origin !== here.origin) return;
      if (data?.koalarag === "close") close();
      if (data?.koalarag !== "ready") return;
      wait.hidden = true;
      greet();
    });
  }
})();
