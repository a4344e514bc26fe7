// The menus of downloads.

/** Downloads in each format, from the address in one of them. */
export function fillExports(menu, url) {
  for (const link of menu.querySelectorAll("[data-extension]")) link.href = url.replace(/md$/, link.dataset.extension);
}
