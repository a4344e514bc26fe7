// The panel beside the conversation that shows a source; on a phone it covers it, and Back closes it.
import { byId, sourceAddress, words } from "./page.js";
import { described } from "./sources.js";

const panel = byId("panel");
const frame = byId("panel-frame");
const list = byId("panel-citations");
const phone = matchMedia("(width < 60rem)");
let opener = null;
/** Milliseconds after it was loaded in which a source goes to its quotation. */
const SETTLING = 500;
/** The link whose source is being opened, and where on the screen it stood. */
let held = null;

function open(link, citations) {
  if (panel.hidden) {
    opener = link;
    held = { link, top: link.getBoundingClientRect().top };
    if (phone.matches) history.pushState({ panel: true }, "");
  }
  panel.hidden = false;
  document.body.classList.add("has-panel");
  byId("thread").inert = phone.matches;
  list.replaceChildren(...citations.filter(({ url }) => url).map(item));
  show(citations.find(({ number }) => String(number) === link.dataset.cite), citations.length);
  byId("panel-title").focus({ preventScroll: true });
  hold();
}

/** The panel makes the conversation narrower and longer, and a source that goes to its quotation moves this page too. */
function hold() {
  if (held && !panel.hidden) scrollBy({ top: held.link.getBoundingClientRect().top - held.top, behavior: "instant" });
}

function item(citation, _index, all) {
  const element = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cite";
  button.dataset.number = citation.number;
  button.textContent = citation.number;
  button.title = `${citation.title} · ${described(citation)}`;
  button.setAttribute("aria-label", `${words("source_of", { number: citation.number, count: all.length })}: ${citation.title}`);
  button.addEventListener("click", () => show(citation));
  element.append(button);
  return element;
}

function show({ number, title, url }) {
  byId("panel-title").textContent = title;
  byId("panel-out").href = url;
  frame.title = title;
  panel.classList.add("is-loading");
  frame.contentWindow.location.replace(sourceAddress(url));
  for (const button of list.querySelectorAll("button")) {
    if (button.dataset.number === String(number)) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** On a phone the way back is that of the browser, so that there is only one. */
function close() {
  // First, since going back can get lost while the source is still loading.
  hide();
  if (history.state?.panel) history.back();
}

function hide() {
  panel.hidden = true;
  document.body.classList.remove("has-panel");
  byId("thread").inert = false;
  held = null;
  opener?.focus();
}

/** `citationsAt` gives the citations of the answer that an element is in. */
export function watchSources(citationsAt) {
  byId("messages").addEventListener("click", (event) => {
    const link = event.target.closest("a.cite, a.source-link");
    if (!link?.href || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(link, citationsAt(link));
  });
  byId("panel-close").addEventListener("click", close);
  const closeOnEscape = (event) => {
    if (event.key === "Escape" && !panel.hidden) close();
  };
  addEventListener("keydown", closeOnEscape);
  addEventListener("popstate", () => !panel.hidden && hide());
  addEventListener("scroll", hold, { passive: true });
  for (const moves of ["wheel", "touchmove", "keydown"]) addEventListener(moves, () => (held = null), { passive: true });
  frame.addEventListener("load", () => {
    panel.classList.remove("is-loading");
    setTimeout(() => (held = null), SETTLING);
    frame.contentWindow.addEventListener("keydown", closeOnEscape);
    // A page that takes the focus as it opens gives it back to the panel that shows it.
    if (!panel.hidden && [document.body, frame].includes(document.activeElement)) byId("panel-title").focus({ preventScroll: true });
  });
  phone.addEventListener("change", () => (byId("thread").inert = phone.matches && !panel.hidden));
}
