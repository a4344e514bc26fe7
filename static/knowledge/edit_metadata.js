// Whoever gives a field a value means to change it.
const form = document.getElementById("edit-metadata");

form.addEventListener("input", (event) => {
  const box = form.elements[`change_${event.target.name}`];
  if (box) box.checked = true;
});
