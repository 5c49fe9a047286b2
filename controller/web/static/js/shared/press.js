// Short and long presses of a button, by finger, mouse or key.
const LONG_MS = 700;

/** Calls `onPress(long)` for each press of `button`: long as soon as it was held long enough. */
export function pressable(button, onPress) {
  let timer = null;

  function down() {
    if (timer !== null) return;
    button.classList.add("down");
    timer = setTimeout(() => {
      timer = "long";
      button.classList.remove("down");
      button.classList.add("held");
      onPress(true);
    }, LONG_MS);
  }

  function up() {
    if (timer === null) return;
    if (timer !== "long") {
      clearTimeout(timer);
      onPress(false);
    }
    release();
  }

  function release() {
    if (timer !== "long") clearTimeout(timer);
    timer = null;
    button.classList.remove("down", "held");
  }

  const isKey = (event) => event.key === "Enter" || event.key === " ";
  button.addEventListener("pointerdown", (event) => event.button === 0 && down());
  button.addEventListener("pointerup", up);
  button.addEventListener("pointerleave", release);
  button.addEventListener("pointercancel", release);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) down();
  });
  button.addEventListener("keyup", (event) => isKey(event) && up());
  button.addEventListener("blur", release);
  // A screen reader clicks without a pointer or key before it.
  button.addEventListener("click", (event) => event.detail === 0 && event.pointerType === "" && onPress(false));
  return button;
}
