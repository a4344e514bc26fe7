// A link to the conversation for others: made, copied, taken back.
import { address, byId, post, words } from "./page.js";

const dialog = byId("share-dialog");
const note = byId("share-note");
const link = dialog.querySelector("[name=link]");
const shown = dialog.querySelector(".share-link");

/** `current` gives the id of the conversation on the page. */
export function watchSharing(current) {
  byId("share").addEventListener("click", () => {
    shown.hidden = true;
    note.textContent = "";
    dialog.showModal();
  });
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const days = dialog.querySelector("[name=days]").value;
    const made = await post(address("share", current()), { days }).catch(() => null);
    if (!made?.ok) return void (note.textContent = words("not_saved"));
    const { url, until } = await made.json();
    link.value = url;
    shown.hidden = false;
    link.select();
    note.textContent = words("link_until", { until });
  });
  dialog.querySelector("[data-unshare]").addEventListener("click", async () => {
    const ended = await post(address("unshare", current()), {}).catch(() => null);
    shown.hidden = true;
    note.textContent = words(ended?.ok ? "unshared" : "not_saved");
  });
  dialog.querySelector("[data-copy-link]").addEventListener("click", async () => {
    const copied = await navigator.clipboard.writeText(link.value).then(() => true, () => false);
    note.textContent = words(copied ? "copied" : "not_copied");
    if (!copied) link.select();
  });
}
