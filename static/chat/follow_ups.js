// Questions to go on with, below the newest answer: asked for when the answer stands, so that it waits for nothing.
import { address, get } from "./page.js";

export async function offerFollowUps(answer) {
  const section = answer.element.querySelector(".follow-ups");
  const response = await get(address("follow_ups", answer.id)).catch(() => null);
  const { questions } = response?.ok ? await response.json() : { questions: [] };
  section.querySelector("ul").replaceChildren(...questions.map(item));
  section.hidden = questions.length === 0;
}

function item(question) {
  const element = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = question;
  button.dataset.ask = question;
  element.append(button);
  return element;
}
