// A run that is going on: its state and metrics are kept current, and its page is loaded anew when it has ended.
const SECONDS = 3;
const LIVE = "fieldset.module, .figures";

async function refresh() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!page.querySelector("[data-run-going]")) {
    location.reload();
    return;
  }
  const fresh = page.querySelectorAll(LIVE);
  document.querySelectorAll(LIVE).forEach((old, index) => fresh[index] && old.replaceWith(fresh[index]));
  setTimeout(refresh, SECONDS * 1000);
}

setTimeout(refresh, SECONDS * 1000);
