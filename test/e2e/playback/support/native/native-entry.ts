// The script of a page that compares the player with a `<video>`: test/e2e/playback/native.e2e.test.ts, bench/playback/native.ts.
import { compareNative, type Comparison } from './compare-native.ts';

declare global {
  interface Window {
    compareNative: (steps: string) => Promise<Comparison>;
  }
}

document.head.append(
  Object.assign(document.createElement('style'), {
    textContent: '.pair { float: left; } .pair > * { width: 200px; height: 120px; display: inline-block; }',
  }),
);
window.compareNative = compareNative;
