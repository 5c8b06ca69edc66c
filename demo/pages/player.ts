import 'vh-elements/define/vh-player.js';
import type { VhPlayer } from 'vh-elements/define/vh-player.js';
import { copyOnClick } from './copy.ts';
import { describeSample } from './describe-sample.ts';
import { showLook } from './look.ts';

const MOMENTS = [
  { time: 3.6, title: 'Birds' },
  { time: 12.9, title: 'Low light' },
  { time: 18.1, title: 'Northern lights' },
];
/** An example: a site has these of `vh-elements/insights`. */
const MOST_WATCHED = [9, 10, 9, 11, 14, 12, 10, 10, 12, 17, 21, 18, 13, 12, 15, 22, 28, 25, 14, 8];
const player = document.querySelector<VhPlayer>('#film');
const asked = new URLSearchParams(location.search).get('video');
const sample = asked ?? ((await (await fetch('demo/samples')).json()) as { videoId: string }).videoId;
if (player) {
  describeSample(player, asked === null);
  if (asked === null) {
    // With `load="intent"` nothing is asked for before a visitor means to watch, not even which picture to show.
    player.poster = new URL('../media/sample.jpg', import.meta.url).href;
  }
  player.videoId = sample;
  player.addEventListener(
    'play',
    () => {
      // Nobody needs them on a poster.
      if (asked === null) Object.assign(player, { markers: MOMENTS, mostWatched: MOST_WATCHED });
      void showWords();
    },
    { once: true },
  );
}
copyOnClick(null);
showLook(document.querySelector('#look'), document.querySelector('#look-code'));
await showOthers();

/** The transcript, once there is somebody to read it. */
async function showWords(): Promise<void> {
  await import('vh-elements/define/vh-transcript.js');
  const transcript = document.createElement('vh-transcript');
  transcript.setAttribute('for', 'film');
  document.querySelector('#words')?.append(transcript);
  document.querySelector('#words-later')?.remove();
}

/** The films of the sections below, which the demo stores after the sample: each once its section is seen. */
async function showOthers(): Promise<void> {
  const films = (await (await fetch('demo/films')).json()) as Record<string, string>;
  const { 'northern-lights': northern = '', 'golden-hour': golden = '' } = films;
  const show: Readonly<Record<string, (player: VhPlayer) => void>> = {
    list(player) {
      player.poster = new URL('../media/northern-lights.jpg', import.meta.url).href;
      player.playlist = [northern, golden, sample];
    },
    private(player) {
      player.poster = new URL('../media/golden-hour.jpg', import.meta.url).href;
      player.videoId = golden;
    },
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const player = document.querySelector<VhPlayer>(`#${target.id}`);
      if (player) show[target.id]?.(player);
    }
  });
  for (const id of Object.keys(show)) {
    const player = document.querySelector(`#${id}`);
    if (player) seen.observe(player);
  }
}
