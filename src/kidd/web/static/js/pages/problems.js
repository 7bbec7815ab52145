// The choice of problems: a theme can be chosen where the game has problems of it, and only there.

const form = document.getElementById("choice");
const { game, theme } = form.elements;

function follow() {
  for (const option of theme.options) {
    const { games } = option.dataset;
    option.disabled = option.hidden = Boolean(game.value && games && !games.split(" ").includes(game.value));
    if (option.disabled && option.selected) theme.selectedIndex = 0;
  }
}

form.addEventListener("change", follow);
window.addEventListener("pageshow", follow); // a browser that goes back fills in what was chosen
follow();
document.documentElement.dataset.ready = "true";
