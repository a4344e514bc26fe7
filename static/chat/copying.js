// An answer on the clipboard: as plain text without any marks, and as rich text for a mail or a document.
import { page } from "./page.js";

const OF_THE_PAGE = ["class", "data-cite", "role", "tabindex", "aria-label", "data-label"];

export async function copy(answer) {
  const plain = [answer.plain, sources(answer.citations).join("\n")].filter(Boolean).join("\n\n");
  const rich = richText(answer);
  if (!window.ClipboardItem) return navigator.clipboard.writeText(plain);
  const blobs = { "text/plain": plain, "text/html": rich };
  const item = Object.entries(blobs).map(([type, text]) => [type, new Blob([text], { type })]);
  return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(item))]);
}

function sources(citations) {
  return citations.map(({ number, title, section, place, dated, standing }) => {
    const where = [title, section, place, title.includes(dated) ? "" : dated, page.texts.standings[standing]];
    return `[${number}] ${where.filter(Boolean).join(" · ")}`;
  });
}

function richText(answer) {
  const copied = answer.text.cloneNode(true);
  for (const mark of copied.querySelectorAll(".cite")) mark.textContent = `[${mark.textContent}]`;
  // What is pasted elsewhere needs whole addresses, and nothing that serves this page alone.
  for (const link of copied.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), location.href);
  for (const element of copied.querySelectorAll("*")) for (const name of OF_THE_PAGE) element.removeAttribute(name);
  for (const line of sources(answer.citations)) {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    copied.append(paragraph);
  }
  return copied.innerHTML;
}
