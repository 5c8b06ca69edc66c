import 'vh-elements/define/vh-player.js';

const player = document.querySelector('vh-player');
const asked = new URLSearchParams(location.search).get('video');
const sample = asked ?? ((await (await fetch('demo/samples')).json()) as { videoId: string }).videoId;
player?.setAttribute('video-id', sample);
