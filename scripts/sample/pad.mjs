/** Four soft chords, one for each part of the day: when they are fullest, and their notes in Hz. */
const chords = [
  { at: 2, notes: [146.83, 220, 277.18, 369.99, 493.88] },
  { at: 8.5, notes: [123.47, 220, 293.66, 369.99, 554.37] },
  { at: 14.5, notes: [98, 196, 293.66, 369.99, 493.88] },
  { at: 20.5, notes: [110, 164.81, 246.94, 329.63, 493.88] },
];

const voice = (frequency, index, detune) => {
  const pitch = (frequency + detune * (index + 1) * 0.11).toFixed(3);
  const loud = (0.2 / (1 + index * 0.45)).toFixed(3);
  const breath = `(0.8+0.2*sin(${(0.7 + index * 0.31).toFixed(2)}*t+${index}))`;
  return `${loud}*${breath}*(sin(2*PI*${pitch}*t)+0.22*sin(4*PI*${pitch}*t)+0.07*sin(6*PI*${pitch}*t))`;
};

const chord = ({ at, notes }, detune) =>
  `exp(-pow((t-${at})/3.9,4))*(${notes.map((note, index) => voice(note, index, detune)).join('+')})`;

const channel = (detune) => chords.map((one) => chord(one, detune)).join('+');

/** What ffmpeg plays as the sound: detuned a little between left and right, softened, in a large room. */
export const padSource = (seconds) => `aevalsrc=exprs='${channel(-1)}|${channel(1)}':s=48000:d=${seconds}`;

export const padFilter = (seconds) =>
  `lowpass=f=2400,aecho=0.8:0.85:90|170|310|520:0.32|0.26|0.2|0.14,volume=0.6,` +
  `afade=t=in:d=1.6,afade=t=out:st=${seconds - 2.4}:d=2.4`;
