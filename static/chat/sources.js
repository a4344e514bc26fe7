// The list of sources under an answer, and the panel that shows one of them.
import { byId, fromTemplate, page, words } from "./page.js";

const panel = byId("panel");
const frame = byId("panel-frame");
const phone = matchMedia("(width < 60rem)");
let opener = null;

export function sourceItem(citation) {
  const item = fromTemplate("source-template");
  const link = item.querySelector(".source-link");
  const where = [citation.section, citation.place, citation.dated];
  where.push(citation.recognition);
  item.querySelector(".source-number").textContent = citation.number;
  link.textContent = citation.title;
  if (citation.url) link.href = citation.url;
  if (!citation.url) where.push(words("gone"));
  item.querySelector(".source-where").textContent = where.filter(Boolean).join(" · ");
  item.querySelector(".source-quote").textContent = citation.quote;
  const admin = item.querySelector(".source-admin");
  if (page.urls.document && citation.document) {
    admin.hidden = false;
    admin.href = page.urls.document.replace("/0/", `/${citation.document}/`);
  }
  return item;
}

function open(link) {
  const title = link.getAttribute("aria-label") ?? link.textContent;
  opener = link;
  byId("panel-title").textContent = title;
  byId("panel-out").href = link.href;
  frame.title = title;
  frame.contentWindow.location.replace(link.href);
  panel.hidden = false;
  document.body.classList.add("has-panel");
  byId("thread").inert = phone.matches;
  byId("panel-title").focus();
}

function close() {
  panel.hidden = true;
  document.body.classList.remove("has-panel");
  byId("thread").inert = false;
  opener?.focus();
}

export function watchSources() {
  byId("messages").addEventListener("click", (event) => {
    const link = event.target.closest("a.cite, a.source-link");
    if (!link?.href || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });
  byId("panel-close").addEventListener("click", close);
  const closeOnEscape = (event) => {
    if (event.key === "Escape" && !panel.hidden) close();
  };
  addEventListener("keydown", closeOnEscape);
  frame.addEventListener("load", () => frame.contentWindow.addEventListener("keydown", closeOnEscape));
  phone.addEventListener("change", () => (byId("thread").inert = phone.matches && !panel.hidden));
}
