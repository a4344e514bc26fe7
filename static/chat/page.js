// What the server told the page, and its words.
export const page = JSON.parse(document.getElementById("page").textContent);
export const byId = (id) => document.getElementById(id);
export const csrfToken = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

const identity = {}; // headers that say who asks, where no cookie does
const NIL = "00000000-0000-0000-0000-000000000000";

/** One of the page's texts, its %(name)s filled in. */
export function words(key, values = {}) {
  return (page.texts[key] ?? key).replace(/%\((\w+)\)s|%%/g, (_whole, name) => (name ? values[name] : "%"));
}

export function address(name, id) {
  return page.urls[name].replace(NIL, id);
}

/** The first element of a <template>, cloned. */
export function fromTemplate(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

/** The name of what the page shows, before that of the site. */
export function entitle(title) {
  document.title = title + document.title.slice(document.title.lastIndexOf(" · "));
  document.querySelector(".thread-title").textContent = title;
}

/** Said by a screen reader, seen by nobody. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** From now on requests say so by this token, and which language the page is in. */
export function identify(token) {
  Object.assign(identity, { Authorization: `Visit ${token}`, "Accept-Language": page.language });
}

export function get(url) {
  return fetch(url, { headers: identity, credentials: "same-origin" });
}

export function post(url, fields) {
  const headers = { "X-CSRFToken": csrfToken(), ...identity };
  return fetch(url, { method: "POST", headers, body: new URLSearchParams(fields), credentials: "same-origin" });
}

/** The address of a source: inside another site's page it begins with a pass, by which it opens there. */
export function sourceAddress(url) {
  return new URL((page.sources ?? "") + url, location.href);
}

/** Also where the page is not served over HTTPS, and crypto.randomUUID is missing. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
