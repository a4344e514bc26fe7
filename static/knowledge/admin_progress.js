/* Keeps the list of documents up to date while some of them are being indexed. */

const INTERVAL = 2500;

function rows(root) {
  return root.querySelector("#result_list tbody");
}

function isBusy() {
  // Whoever is choosing rows must not see them change.
  return document.hidden || document.querySelector("#result_list .action-select:checked") !== null;
}

async function refresh() {
  const current = rows(document);
  if (!current || !current.querySelector("[data-working]")) {
    return;
  }
  if (!isBusy()) {
    const response = await fetch(window.location.href, { credentials: "same-origin" }).catch(() => null);
    if (response && response.ok && !response.redirected && !isBusy()) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = rows(page);
      if (fresh) {
        copyStates(fresh, current);
      }
    }
  }
  window.setTimeout(refresh, INTERVAL);
}

function copyStates(fresh, current) {
  const places = new Map(
    [...current.rows].map((row) => [row.querySelector(".action-select")?.value ?? row.rowIndex, row]),
  );
  for (const row of [...fresh.rows]) {
    const old = places.get(row.querySelector(".action-select")?.value ?? row.rowIndex);
    // Cell by cell: the checkbox keeps the listeners that admin's own script gave it.
    for (const [index, cell] of old ? [...old.cells].entries() : []) {
      const changed = row.cells[index];
      if (changed && !cell.querySelector(".action-select") && cell.innerHTML !== changed.innerHTML) {
        cell.innerHTML = changed.innerHTML;
      }
    }
  }
}

document.addEventListener("DOMContentLoaded", () => window.setTimeout(refresh, INTERVAL));
