// The third crew can be chosen where three play, and only there.

/** `three(form)`: whether what is chosen in a form is a game of three. */
export function gold(form, three) {
  const colour = form.elements.colour;
  const option = colour?.querySelector('[value="gold"]');
  if (!option) return;
  const follow = () => {
    option.disabled = option.hidden = !three(form);
    if (option.disabled && option.selected) colour.selectedIndex = 0;
  };
  form.addEventListener("change", follow);
  window.addEventListener("pageshow", follow); // a browser that goes back fills in what was chosen
  follow();
}
