// The list of earlier conversations: a column on a desk, a drawer on a phone; searched, renamed, deleted.
import { announce, byId, entitle, post, words } from "./page.js";

const PAUSE = 250;
const list = byId("conversations");
const search = byId("conversation-search");
const toggles = [...document.querySelectorAll("[data-drawer-toggle]")];
const dialog = byId("rename-dialog");
const phone = matchMedia("(width < 60rem)");

export class Drawer {
  #current = "";
  #asked = 0;
  #timer = 0;
  #renamed = null; // the button of the conversation that is being renamed

  constructor(current) {
    this.#current = current ?? "";
    for (const toggle of toggles) toggle.addEventListener("click", () => this.#toggle());
    list.addEventListener("submit", (event) => this.#delete(event));
    list.addEventListener("click", (event) => this.#openRenaming(event.target.closest("[data-rename]")));
    dialog.querySelector("form").addEventListener("submit", (event) => this.#rename(event));
    search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#load(true), PAUSE);
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#isOpen && !dialog.open) this.#toggle();
    });
    phone.addEventListener("change", () => this.#update());
    // Another tab may have begun, renamed or deleted conversations meanwhile.
    addEventListener("focus", () => list.contains(document.activeElement) || this.#load(false));
    this.#update();
  }

  /** The conversation on the page has begun, went on, or has another name. */
  refresh(current) {
    this.#current = current;
    return this.#load(false);
  }

  async #load(isAnnounced) {
    const mine = ++this.#asked;
    const query = new URLSearchParams({ q: search.value, current: this.#current });
    const response = await fetch(`${list.dataset.url}?${query}`, { credentials: "same-origin" }).catch(() => null);
    if (!response?.ok || mine !== this.#asked) return;
    list.innerHTML = await response.text();
    const title = list.querySelector("[aria-current] .conversation-title");
    if (title) entitle(title.textContent);
    const count = list.querySelectorAll("li").length;
    if (isAnnounced) byId("conversations-found").textContent = count === 1 ? words("found_one") : words("found", { count });
  }

  /** The one on the page goes with the page; of another only its line goes. */
  async #delete(event) {
    const item = event.target.closest("li");
    const isSure = confirm(words("confirm_delete"));
    if (isSure && item.querySelector("[aria-current]")) return;
    event.preventDefault();
    const deleted = isSure && (await post(event.target.action, {}).catch(() => null));
    if (!deleted?.ok) return;
    await this.#load(false);
    announce(words("deleted"));
    (list.querySelector("a") ?? search).focus();
  }

  #openRenaming(button) {
    if (!button) return;
    this.#renamed = button;
    dialog.querySelector("[name=title]").value = button.closest("li").querySelector(".conversation-title").textContent;
    dialog.showModal();
    dialog.querySelector("[name=title]").select();
  }

  async #rename(event) {
    event.preventDefault();
    const title = dialog.querySelector("[name=title]").value.trim();
    const saved = await post(this.#renamed.dataset.rename, { title }).catch(() => null);
    if (!saved?.ok) return;
    dialog.close();
    await this.#load(false);
  }

  get #isOpen() {
    return document.body.classList.contains("has-drawer");
  }

  #toggle() {
    document.body.classList.toggle("has-drawer");
    this.#update();
    if (this.#isOpen) byId("drawer").querySelector("a").focus();
    else toggles[0].focus();
  }

  #update() {
    byId("drawer").inert = phone.matches && !this.#isOpen;
    toggles[0].setAttribute("aria-expanded", String(this.#isOpen));
  }
}
