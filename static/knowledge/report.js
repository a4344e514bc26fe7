// A report that is being made: the page is asked for again until it is there.
setInterval(() => {
  if (!document.hidden) location.reload();
}, 3000);
