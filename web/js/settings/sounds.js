// Short sounds, synthesised in the browser, if the settings ask for them.
import { settings } from './settings.js';

/** @typedef {'take' | 'place' | 'coins' | 'pass' | 'turn' | 'over'} Sound */

/**
 * Each sound as notes: pitch in hertz, when it begins and how long it lasts, in seconds.
 * @type {Record<Sound, [number, number, number][]>}
 */
const NOTES = {
  take: [
    [520, 0, 0.07],
    [660, 0.05, 0.09],
  ],
  place: [
    [196, 0, 0.12],
    [392, 0.01, 0.07],
  ],
  coins: [
    [880, 0, 0.06],
    [1175, 0.06, 0.12],
  ],
  pass: [
    [330, 0, 0.1],
    [262, 0.08, 0.16],
  ],
  turn: [
    [587, 0, 0.14],
    [784, 0.12, 0.24],
  ],
  over: [
    [523, 0, 0.16],
    [659, 0.13, 0.16],
    [784, 0.26, 0.36],
  ],
};

/** @type {AudioContext | null} */
let air = null;

/** @param {Sound} name */
export function play(name) {
  if (!settings.sounds) return;
  air ??= new AudioContext();
  // Browsers allow sound only after a first click or key.
  if (air.state === 'suspended') void air.resume();
  const now = air.currentTime;
  for (const [pitch, at, lasts] of NOTES[name]) {
    const note = air.createOscillator();
    const loudness = air.createGain();
    note.type = 'triangle';
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, now + at);
    loudness.gain.linearRampToValueAtTime(0.11, now + at + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0008, now + at + lasts + 0.12);
    note.connect(loudness).connect(air.destination);
    note.start(now + at);
    note.stop(now + at + lasts + 0.15);
  }
}
