const uploader = document.querySelector('vh-uploader');
const player = document.querySelector('vh-player');
const picker = document.querySelector('vh-captions-picker');
const say = (id, text) => document.querySelector(`#${id}`).replaceChildren(text);

player.setAttribute('video-id', new URLSearchParams(location.search).get('video'));
uploader.addEventListener('vh-upload-done', ({ video }) => say('sent', video.videoId));
uploader.addEventListener('vh-upload-playable', ({ video }) => {
  player.setAttribute('video-id', video.videoId);
});
player.addEventListener('timeupdate', () => {
  if (player.currentTime > 0) say('plays', 'plays');
});
picker.addEventListener('change', () => say('language', picker.value));
