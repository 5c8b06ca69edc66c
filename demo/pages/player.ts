import 'vh-elements/define/vh-player.js';
import { describeSample } from './describe-sample.ts';

const player = document.querySelector('vh-player');
const asked = new URLSearchParams(location.search).get('video');
const sample = asked ?? ((await (await fetch('demo/samples')).json()) as { videoId: string }).videoId;
if (player) describeSample(player, asked === null);
// With `load="intent"` nothing is asked for before a visitor means to watch, not even which picture to show.
if (asked === null) player?.setAttribute('poster', new URL('../media/sample.jpg', import.meta.url).href);
player?.setAttribute('video-id', sample);
