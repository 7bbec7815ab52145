// Short sounds of wood and rope, made on the spot.

let context = null; // that of the page

export function make(name, page) {
  context = page;
  SOUNDS[name]?.(context.currentTime + 0.005);
}

const SOUNDS = {
  step: (at) => knock(at, 190, 0.32),
  enter: (at) => { knock(at, 140, 0.3); knock(at + 0.07, 210, 0.18); },
  capture: (at) => { creak(at, 0.16); knock(at + 0.06, 95, 0.45); },
  die: (at) => [0, 0.06, 0.11, 0.19].forEach((late, number) => knock(at + late, 420 - number * 40, 0.14)),
  refuse: (at) => creak(at, 0.09),
  short: (at) => [0, 0.16].forEach((late) => bell(at + late, 880)),
  call: (at) => [659, 880].forEach((pitch, number) => bell(at + number * 0.16, pitch)),
  end: (at) => [523, 659, 784].forEach((pitch, number) => bell(at + number * 0.13, pitch)),
};

function knock(at, pitch, loud) {
  const tone = context.createOscillator();
  const swell = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.8, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  swell.gain.setValueAtTime(loud, at);
  swell.gain.exponentialRampToValueAtTime(0.001, at + 0.11);
  tone.connect(swell).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.12);
  noise(at, 0.025, 1800, loud * 0.5);
}

function creak(at, length) {
  noise(at, length, 520, 0.2);
  noise(at + length / 2, length / 2, 900, 0.1);
}

function noise(at, length, pitch, loud) {
  const grains = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = grains.getChannelData(0);
  for (let number = 0; number < data.length; number += 1) data[number] = (Math.random() * 2 - 1) * (1 - number / data.length);
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  const swell = context.createGain();
  source.buffer = grains;
  band.type = "bandpass";
  band.frequency.value = pitch;
  swell.gain.value = loud;
  source.connect(band).connect(swell).connect(context.destination);
  source.start(at);
}

function bell(at, pitch) {
  const tone = context.createOscillator();
  const swell = context.createGain();
  tone.frequency.value = pitch;
  swell.gain.setValueAtTime(0.12, at);
  swell.gain.exponentialRampToValueAtTime(0.001, at + 0.7);
  tone.connect(swell).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.75);
}
