// What a tab keeps of a visit: its token, by assistant. Where the browser lets nothing be kept, a cookie must do.
const name = (assistant) => `visit ${assistant}`;

export function kept(assistant) {
  try {
    return sessionStorage.getItem(name(assistant)) ?? "";
  } catch {
    return "";
  }
}

export function keep(assistant, token) {
  try {
    sessionStorage.setItem(name(assistant), token);
  } catch {
    // The cookie that came with the token is partitioned, and allowed where this is not.
  }
}
