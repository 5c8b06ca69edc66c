/** The address of a sound file that a test makes for itself: a quiet tone, so many seconds long. */
export function waveFile(seconds: number): string {
  const rate = 8_000;
  const samples = seconds * rate;
  const view = new DataView(new ArrayBuffer(44 + samples));
  const text = (at: number, letters: string) =>
    Array.from(letters, (letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel, eight bits.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, samples, true);
  for (let at = 0; at < samples; at++)
    view.setUint8(44 + at, 128 + 8 * Math.sin((2 * Math.PI * 220 * at) / rate));
  return URL.createObjectURL(new Blob([view], { type: 'audio/wav' }));
}
