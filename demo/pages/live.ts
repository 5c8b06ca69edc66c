import 'vh-elements/define/vh-player.js';
import type { VhPlayer } from 'vh-elements/define/vh-player.js';
import { chosenIn } from './chosen-in.ts';
import { showClock } from './clock.ts';
import { copyOnClick } from './copy.ts';

const player = document.querySelector<VhPlayer>('#live');
const { liveStreamId } = (await (await fetch('demo/samples')).json()) as { liveStreamId?: string };

copyOnClick(null);
showClock(document.querySelector('#clock'));
if (player && liveStreamId) {
  player.liveStreamId = liveStreamId;
  followEdge(player);
  chooseDistance(player, document.querySelector('#distance'));
}

/** Says how far behind the source the viewer is, as often as the picture moves on. */
function followEdge(live: VhPlayer): void {
  const behind = document.querySelector('#behind');
  const edge = document.querySelector('#edge');
  const show = () => {
    if (behind) behind.textContent = live.latency === undefined ? '–' : `${live.latency.toFixed(1)} s`;
    if (edge) edge.textContent = live.isAtLiveEdge ? 'live' : 'behind live';
  };
  live.addEventListener('timeupdate', show);
  live.addEventListener('vh-live-change', show);
}

function chooseDistance(live: VhPlayer, form: HTMLFormElement | null): void {
  form?.addEventListener('change', () => {
    const seconds = chosenIn(form).get('seconds');
    live.targetLatency = seconds ? Number(seconds) : undefined;
  });
}
