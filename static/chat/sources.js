// The sources under an answer: a chip for each document, its quotes on demand.
import { fromTemplate, page, words } from "./page.js";

/** Citations of one document stand together, in the order of the answer. */
export function sourceItems(citations) {
  const documents = new Map();
  for (const citation of citations) {
    // Versions of a document may have the same title and date; what is no document has neither number nor standing.
    const key = [citation.document ?? "", citation.title, citation.dated].join("\0");
    documents.set(key, [...(documents.get(key) ?? []), citation]);
  }
  return [...documents.values()].map(sourceItem);
}

function sourceItem(citations) {
  const item = fromTemplate("source-template");
  const [{ title, dated, standing, language }] = citations;
  const badge = item.querySelector(".source-standing");
  item.querySelector(".source-title").textContent = title;
  item.querySelector(".source-title").lang = language;
  item.querySelector(".source-dated").textContent = title.includes(dated) ? "" : dated;
  item.querySelector(".source-numbers").append(...citations.map(({ number }) => numberMark(number)));
  badge.textContent = page.texts.standings[standing] ?? "";
  badge.hidden = !badge.textContent;
  item.querySelector(".source-quotes").append(...citations.map(quote));
  return item;
}

function numberMark(number) {
  const mark = document.createElement("span");
  mark.className = "cite";
  mark.textContent = number;
  return mark;
}

function quote(citation) {
  const element = fromTemplate("quote-template");
  const link = element.querySelector("a");
  link.textContent = described(citation);
  link.dataset.cite = citation.number;
  if (citation.url) link.href = citation.url;
  const block = element.querySelector("blockquote");
  block.textContent = readable(citation.quote);
  if (citation.language) block.lang = citation.language;
  return element;
}

/** A table's row is quoted as “[header] value · [header] value”, an item of a list as “- item”. */
function readable(text) {
  return text.replace(/(^|\n| · )\[([^\]\n]+)\] /g, "$1$2: ").replace(/^[-*–] /gm, "• ");
}

/** Where in its document, and how it was read. */
export function described({ number, section, place, recognition, url }) {
  const where = [section, place, recognition, url ? "" : words("gone")];
  return `${number} · ${where.filter(Boolean).join(" · ") || words("open_source")}`;
}
