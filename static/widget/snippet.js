// Buttons that copy what stands in an element; where the browser does not allow it, the text is selected instead.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    const copied = await navigator.clipboard?.writeText(source.textContent).then(() => true, () => false);
    if (copied) button.textContent = button.dataset.copied;
    else getSelection().selectAllChildren(source);
  });
}
