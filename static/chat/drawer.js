// The list of earlier conversations: a column on a desk, a drawer on a phone.
import { address, byId, csrfToken, fromTemplate, words } from "./page.js";

const list = byId("conversations");
const toggles = [...document.querySelectorAll("[data-drawer-toggle]")];
const phone = matchMedia("(width < 60rem)");

export class Drawer {
  constructor() {
    for (const toggle of toggles) toggle.addEventListener("click", () => this.#toggle());
    list.addEventListener("submit", (event) => {
      if (!confirm(words("confirm_delete"))) event.preventDefault();
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#isOpen) this.#toggle();
    });
    phone.addEventListener("change", () => this.#update());
    this.#update();
  }

  /** A conversation that has just begun, at the top. */
  add(id, title) {
    const item = fromTemplate("conversation-template");
    const link = item.querySelector("a");
    for (const other of list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    link.textContent = title;
    link.href = address("conversation", id);
    link.setAttribute("aria-current", "page");
    item.querySelector("form").action = address("delete", id);
    item.querySelector("[name=csrfmiddlewaretoken]").value = csrfToken();
    item.querySelector(".conversation-title").textContent = title;
    list.prepend(item);
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
    for (const toggle of toggles) toggle.setAttribute("aria-expanded", String(this.#isOpen));
  }
}
