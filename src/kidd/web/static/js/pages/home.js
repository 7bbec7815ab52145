// The home page: Escape closes the sheet of options, as a click beside it does.

document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".home-more[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
document.documentElement.dataset.ready = "true";
