// Files are sent one by one, each with its own progress, metadata and reason of refusal; without this script the form
// sends them all together. What was sent is in the page's list, which is the server's and stands after a reload.

const AT_ONCE = 2;
const INTERVAL = 2000;
const UNSENT = "koalarag.unsent-uploads";

const form = document.getElementById("upload-form");
const said = form.dataset;
const input = form.querySelector("input[type=file]");
const drop = document.getElementById("upload-drop");
const queue = document.getElementById("upload-queue");
const note = document.getElementById("upload-note");
const shared = document.getElementById("upload-metadata");
const entries = [];

function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function size(bytes) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  return bytes < 2 ** 20 ? `${format.format(bytes ? Math.max(0.1, bytes / 1024) : 0)} KB` : `${format.format(bytes / 2 ** 20)} MB`;
}

function remember() {
  const names = entries.filter((entry) => !entry.done).map((entry) => entry.file.name);
  sessionStorage.setItem(UNSENT, JSON.stringify(names));
}

/* One row of the queue. */

function add(file) {
  if (entries.some((entry) => entry.file.name === file.name && entry.file.size === file.size && !entry.done)) return;
  const row = element("li", "upload-row");
  const entry = { file, row, done: false, state: "" };
  const name = element("div", "upload-name", file.name);
  name.append(element("span", "doc-small", size(file.size)));
  entry.status = element("div", "upload-state");
  entry.remove = element("button", "upload-remove", said.saidRemove);
  entry.remove.type = "button";
  entry.remove.setAttribute("aria-label", `${said.saidRemove}: ${file.name}`);
  entry.remove.addEventListener("click", () => discard(entry));
  row.append(name, entry.status, entry.remove, ownMetadata(entry));
  queue.append(row);
  entries.push(entry);
  if (file.size > Number(said.maxMb) * 2 ** 20) refuse(entry, said.saidTooLarge);
  else show(entry, "waiting", said.saidWaiting);
}

function ownMetadata(entry) {
  const details = element("details", "upload-own");
  details.append(element("summary", "", said.saidMetadata));
  const copy = shared.querySelector(".upload-fields").cloneNode(true);
  for (const field of copy.querySelectorAll("input, select")) {
    field.id = `${field.id}-${entries.length}`;
    field.value = "";
    if (field.options) field.options[0].textContent = said.saidAsAbove;
    else field.placeholder = said.saidAsAbove;
    field.closest(".upload-field").querySelector("label").htmlFor = field.id;
  }
  for (const extra of copy.querySelectorAll(".errorlist")) extra.remove();
  details.append(copy);
  entry.fields = copy;
  return details;
}

function show(entry, state, text) {
  entry.state = state;
  entry.row.dataset.state = state;
  entry.status.replaceChildren(document.createTextNode(text));
}

function refuse(entry, text) {
  show(entry, "refused", "");
  entry.done = true;
  entry.status.append(element("span", "doc-failed", text));
}

function discard(entry) {
  entry.request?.abort();
  entries.splice(entries.indexOf(entry), 1);
  entry.row.remove();
  settle();
}

function settle() {
  queue.hidden = entries.length === 0;
  input.required = false;
  remember();
}

/* Sending. */

function values(entry) {
  const data = new FormData();
  for (const field of shared.querySelectorAll("input, select")) data.set(field.name, field.value);
  for (const field of entry.fields.querySelectorAll("input, select")) {
    if (field.value) data.set(field.name, field.value);
  }
  return data;
}

function token() {
  return form.querySelector("[name=csrfmiddlewaretoken]").value;
}

function send(entry) {
  const data = values(entry);
  const sent = new URLSearchParams(data).toString();
  data.set("collection", form.elements.collection.value);
  data.set("files", entry.file);
  const request = new XMLHttpRequest();
  entry.request = request;
  show(entry, "sending", "");
  const bar = element("progress", "");
  bar.max = 100;
  bar.value = 0;
  bar.setAttribute("aria-label", entry.file.name);
  const share = element("span", "", " 0 %");
  entry.status.append(bar, share);
  request.upload.addEventListener("progress", (event) => {
    const done = event.lengthComputable ? Math.floor((100 * event.loaded) / event.total) : 0;
    bar.value = done;
    share.textContent = done < 100 ? ` ${done} %` : ` ${said.saidReading}`;
  });
  request.addEventListener("load", () => answered(entry, request, sent));
  request.addEventListener("error", () => failed(entry, said.saidFailed));
  request.addEventListener("abort", next);
  request.open("POST", said.upload);
  request.setRequestHeader("X-CSRFToken", token());
  request.setRequestHeader("Accept", "application/json");
  request.responseType = "text";
  request.send(data);
}

async function answered(entry, request, sent) {
  let answer = null;
  try {
    answer = JSON.parse(request.responseText);
  } catch {
    // A proxy's page, or the sign-in page of a session that has ended.
  }
  if (request.status !== 200 || !answer?.taken) {
    failed(entry, answer?.error || said.saidFailed);
    return;
  }
  await correct(entry, answer.taken, sent);
  if (answer.taken.length) {
    entry.done = true;
    discard(entry);
  } else {
    refuse(entry, answer.refused.join(" "));
    remember();
  }
  await refreshList();
  next();
}

async function correct(entry, uploads, sent) {
  // What was changed of its metadata while it was on its way.
  const now = values(entry);
  if (new URLSearchParams(now).toString() === sent) return;
  for (const upload of uploads) {
    const headers = { "X-CSRFToken": token(), Accept: "application/json" };
    const address = said.metadata.replace("/0/", `/${upload}/`);
    await fetch(address, { method: "POST", body: now, headers, credentials: "same-origin" }).catch(() => null);
  }
}

function failed(entry, text) {
  show(entry, "failed", "");
  entry.status.append(element("span", "doc-failed", text));
  const again = element("button", "upload-again", said.saidAgain);
  again.type = "button";
  again.addEventListener("click", () => {
    show(entry, "waiting", said.saidWaiting);
    next();
  });
  entry.status.append(again);
  next();
}

let running = false;

function next() {
  if (!running) return;
  const sending = entries.filter((entry) => entry.state === "sending").length;
  const waiting = entries.filter((entry) => entry.state === "waiting");
  for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - sending))) send(entry);
  if (!waiting.length && !sending) running = false;
}

/* Choosing. */

async function filesOf(transfer) {
  const roots = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!roots.some((root) => root.isDirectory)) return [...transfer.files];
  return (await Promise.all(roots.map(under))).flat();
}

async function under(root) {
  if (root.isFile) return [await new Promise((resolve, reject) => root.file(resolve, reject))];
  const reader = root.createReader();
  const found = [];
  // A reader gives some hundred entries at a time, and none when it is at its end.
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    found.push(...some.filter((entry) => !entry.name.startsWith(".")));
  }
  return (await Promise.all(found.map(under))).flat();
}

function choose(files) {
  note.hidden = true;
  for (const file of files) add(file);
  settle();
  next();
}

input.addEventListener("change", () => {
  choose([...input.files]);
  input.value = "";
});
for (const name of ["dragenter", "dragover"]) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("upload-over");
  });
}
for (const name of ["dragleave", "drop"]) {
  drop.addEventListener(name, () => drop.classList.remove("upload-over"));
}
drop.addEventListener("drop", async (event) => {
  event.preventDefault();
  choose(await filesOf(event.dataTransfer));
});
// A file that is dropped beside the place would else be opened instead of the page.
for (const name of ["dragover", "drop"]) window.addEventListener(name, (event) => event.preventDefault());

form.addEventListener("submit", (event) => {
  if (!entries.some((entry) => entry.state === "waiting")) {
    // With nothing chosen the server says what is missing.
    if (entries.length) event.preventDefault();
    return;
  }
  event.preventDefault();
  note.hidden = Boolean(form.elements.collection.value);
  if (!form.elements.collection.value) {
    note.textContent = said.saidChoose;
    form.elements.collection.focus();
    return;
  }
  running = true;
  next();
});
window.addEventListener("beforeunload", (event) => {
  if (entries.some((entry) => entry.state === "sending" || entry.state === "waiting")) event.preventDefault();
});

/* The server's list of what was sent. */

async function refreshList() {
  const response = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("upload-sent");
  const list = document.getElementById("upload-sent");
  if (fresh && list.innerHTML !== fresh.innerHTML && !list.contains(document.activeElement)) list.replaceWith(fresh);
}

async function follow() {
  if (!document.hidden && document.querySelector("#upload-sent [data-working]")) await refreshList();
  setTimeout(follow, INTERVAL);
}

drop.classList.add("upload-ready");
drop.querySelector(".upload-call").hidden = false;
const unsent = JSON.parse(sessionStorage.getItem(UNSENT) ?? "[]");
if (unsent.length) {
  note.textContent = `${said.saidUnsent} ${unsent.join(", ")}`;
  note.hidden = false;
  sessionStorage.removeItem(UNSENT);
}
setTimeout(follow, INTERVAL);
