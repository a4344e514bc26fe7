// Where a question is written: its options, its length, send and stop.
import { announce, byId, page, words } from "./page.js";
import { watchBudget } from "./budget.js";

const form = byId("composer");
const area = byId("question");
const filters = [...form.querySelectorAll(".filters select")];
const trip = [...form.querySelectorAll("[data-trip]")];

export class Composer extends EventTarget {
  constructor() {
    super();
    this.budget = watchBudget(area, chosenWords);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    area.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#send();
    });
    area.addEventListener("input", () => this.fail(""));
    byId("stop").addEventListener("click", () => this.dispatchEvent(new Event("stop")));
    for (const input of trip) {
      input.addEventListener("input", () => {
        summarise();
        this.budget.refresh();
      });
    }
    byId("trip-plan")?.addEventListener("click", () => this.#plan());
    for (const select of filters) select.addEventListener("change", markFilters);
    byId("filters-toggle").addEventListener("click", toggleFilters);
    summarise();
    markFilters();
    // Where writing would be out of sight below it.
    if (byId("trip") && matchMedia("(width < 40rem), (height < 60rem)").matches) byId("trip").open = false;
    this.#grow();
    // What is scrolled to stops above it.
    const height = () => document.documentElement.style.setProperty("--composer", `${form.offsetHeight}px`);
    new ResizeObserver(height).observe(form);
    watchReading();
  }

  #send() {
    const text = area.value.trim();
    if (!text) return area.focus();
    if (this.budget.isOver()) return announce(this.budget.message());
    if (!form.reportValidity()) return undefined;
    return this.dispatchEvent(new CustomEvent("ask", { detail: { text, ...this.options() } }));
  }

  /** By the form alone, or with what is written already. */
  #plan() {
    if (!area.value.trim()) area.value = byId("trip-plan").textContent.trim();
    this.#send();
  }

  /** The plan's own values: what was written may have said other ones. */
  planned(values) {
    for (const input of trip) {
      const value = values[input.name];
      if (input.dataset.trip === "several") input.checked = (value ?? []).includes(input.value);
      else input.value = value ?? "";
    }
    byId("trip-plan").textContent = words("update_trip");
    summarise();
    this.budget.refresh();
  }

  /** What goes with the next question. */
  options() {
    const chosen = filters.filter((select) => select.value).map((select) => [select.name, select.value]);
    return { ...Object.fromEntries(chosen), form: tripValues() };
  }

  /** The options of an earlier question, in the selectors again. */
  restore(options) {
    for (const select of filters) select.value = options[select.name] ?? "";
    for (const select of filters) if (select.selectedIndex < 0) select.value = "";
    markFilters();
    const values = options.form ?? {};
    for (const input of trip) {
      if (input.dataset.trip === "several") input.checked = (values[input.name] ?? []).includes(input.value);
      else if (values[input.name] !== undefined) input.value = values[input.name];
    }
    summarise();
  }

  accepted() {
    area.value = "";
    this.#grow();
    this.budget.refresh();
    if (byId("trip")) byId("trip").open = false;
    if (form.classList.contains("has-filters")) toggleFilters();
    this.fail("");
  }

  /** Says what is wrong, and gives the text back so that it can be corrected. */
  fail(message, text = "") {
    byId("composer-error").textContent = message;
    byId("composer-error").hidden = !message;
    if (text && !area.value) area.value = text;
    this.#grow();
  }

  busy(isBusy) {
    const hadFocus = [byId("send"), byId("stop")].includes(document.activeElement);
    byId("send").hidden = isBusy;
    byId("stop").hidden = !isBusy;
    if (hadFocus) area.focus();
  }

  focus() {
    area.focus({ preventScroll: true });
  }

  #grow() {
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, innerHeight * 0.35)}px`;
  }
}

/** On a phone the form of a trip leaves its room to what is read, until one turns back, comes to the end or writes. */
function watchReading() {
  let [before, focused] = [scrollY, -Infinity];
  addEventListener("scroll", () => {
    const moved = scrollY - before;
    const left = document.documentElement.scrollHeight - innerHeight - scrollY;
    // The keyboard that comes up with the focus scrolls too.
    if (Math.abs(moved) < 8 || performance.now() - focused < 600) return;
    before = scrollY;
    // Near the end neither: hiding it there would itself scroll the page back.
    if (moved < 0 || left < 60) form.classList.remove("is-reading");
    else if (left > 200) form.classList.add("is-reading");
  }, { passive: true });
  form.addEventListener("focusin", () => {
    focused = performance.now();
    form.classList.remove("is-reading");
  });
}

/** Where there is little room the filters stand behind a button. */
function toggleFilters() {
  const isOpen = form.classList.toggle("has-filters");
  byId("filters-toggle").setAttribute("aria-expanded", String(isOpen));
}

function markFilters() {
  byId("filters-toggle").classList.toggle("is-set", filters.some((select) => select.value));
}

function tripValues() {
  const values = {};
  for (const input of trip) {
    if (input.dataset.trip === "several") {
      if (input.checked) (values[input.name] ??= []).push(input.value);
    } else if (input.value) {
      values[input.name] = input.dataset.trip === "number" ? Number(input.value) : input.value;
    }
  }
  return values;
}

/** As the reader knows it, not as the documents write it. */
function courseName(course) {
  const option = filters.find(({ name }) => name === "course")?.querySelector(`[value="${CSS.escape(course ?? "")}"]`);
  return course ? (option?.textContent ?? course) : "";
}

export function described(options) {
  const { form: values = {}, language, course, ...rest } = options;
  const days = values.days ? words("days", { days: values.days }) : "";
  const start = values.start ? new Date(`${values.start}T00:00`).toLocaleDateString(page.language, { dateStyle: "long" }) : "";
  const trips = Object.entries(values).filter(([name]) => !["days", "start"].includes(name));
  const answerIn = language ? page.languages[language] : "";
  const called = trips.flatMap(([_name, value]) => value).map((value) => page.labels[value] ?? value);
  return [days, start, ...called, courseName(course), ...Object.values(rest), answerIn].filter(Boolean).join(" · ");
}

function chosenWords() {
  return Object.values(tripValues()).flat().join(" ");
}

function summarise() {
  if (byId("trip-summary")) byId("trip-summary").textContent = described({ form: tripValues() });
}
