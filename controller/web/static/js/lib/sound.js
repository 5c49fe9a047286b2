// Sounds of the table, made by the browser itself; muted until a person switches them on.
const REMEMBERED = "royaltable.sound";
const TUNES = { knock: [150], sand: [1900], drum: [70, 55], fanfare: [392, 523, 659, 784] }; // a tone after the other, in Hz
const TONE_S = 0.16;
let context = null;
export const sound = () => localStorage.getItem(REMEMBERED) ?? "off";
export const setSound = (name) => localStorage.setItem(REMEMBERED, name);

/** Plays a tune; browsers allow none before a person has touched the page. */
export function play(name) {
  if (sound() === "off" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  TUNES[name].forEach((frequency, place) => {
    const start_s = context.currentTime + TONE_S * place;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const fade = new GainNode(context, { gain: 0.5 });
    fade.gain.setTargetAtTime(0, start_s, TONE_S / 3);
    tone.connect(fade).connect(context.destination);
    tone.start(start_s);
    tone.stop(start_s + 2 * TONE_S);
  });
}
