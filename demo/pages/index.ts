import 'vh-elements/define/vh-captions-picker.js';
import type { VhPlayer } from 'vh-elements/define/vh-player.js';
import 'vh-elements/define/vh-player.js';
import 'vh-elements/define/vh-uploader.js';
import { showClock } from './clock.ts';
import { copyOnClick } from './copy.ts';
import { describeSample } from './describe-sample.ts';
import { showEvents } from './home/event-table.ts';
import { Steps } from './home/steps.ts';

const uploader = document.querySelector('vh-uploader');
const player = document.querySelector<VhPlayer>('#player');
const steps = new Steps(document.querySelector('#steps'));

function watch(videoId: string, isSample = false): void {
  if (!player || player.videoId === videoId) return;
  describeSample(player, isSample);
  player.setAttribute('video-id', videoId);
  followEvents(videoId);
}

let stopFollowing = () => {};

/** Shows the events of one video until another is watched. */
function followEvents(videoId: string): void {
  stopFollowing();
  stopFollowing = showEvents(videoId);
}

uploader?.addEventListener('vh-file-accept', () => {
  steps.reset();
  steps.now('grant');
});
uploader?.addEventListener('vh-upload-start', () => {
  steps.done('grant');
  steps.now('upload');
});
uploader?.addEventListener('vh-upload-done', () => {
  steps.done('upload');
  steps.now('processing');
});
uploader?.addEventListener('vh-upload-playable', (event) => {
  steps.done('processing');
  steps.done('playable');
  watch(event.video.videoId);
});
uploader?.addEventListener('vh-error', (event) => {
  steps.failed(event.error.message);
});

copyOnClick(document.querySelector('#copied'));
showClock(document.querySelector('#clock'));

const samples = (await (await fetch('demo/samples')).json()) as { videoId: string; liveStreamId?: string };
watch(samples.videoId, true);
if (samples.liveStreamId) {
  document.querySelector('#live')?.setAttribute('live-stream-id', samples.liveStreamId);
}
