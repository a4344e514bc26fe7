// A crawl that is going on: its figures are kept current, without touching a form that somebody may be filling in.

const INTERVAL = 2500;

async function refresh() {
  const panel = document.querySelector("#crawl-panel[data-crawling]");
  if (!panel) return;
  if (!document.hidden && !panel.contains(document.activeElement)) {
    const response = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
    if (response && response.ok && !response.redirected) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.querySelector("#crawl-panel");
      if (fresh) panel.replaceWith(fresh);
    }
  }
  setTimeout(refresh, INTERVAL);
}

setTimeout(refresh, INTERVAL);
