// The course that the frame was opened for, as a chip above the question: it can be taken off.
import { byId } from "../chat/page.js";

const chip = byId("frame-course");

export function carryCourse() {
  const course = new URLSearchParams(location.search).get("course");
  const select = document.querySelector("#composer select[name=course]");
  if (select && course && [...select.options].some(({ value }) => value === course)) {
    select.value = course;
    select.dispatchEvent(new Event("change"));
  }
  select?.addEventListener("change", show);
  chip.addEventListener("click", () => {
    select.value = "";
    select.dispatchEvent(new Event("change"));
    byId("question").focus();
  });
  show();

  function show() {
    chip.hidden = !select?.value;
    chip.querySelector(".frame-course-name").textContent = select?.value ? select.selectedOptions[0].textContent : "";
  }
}
