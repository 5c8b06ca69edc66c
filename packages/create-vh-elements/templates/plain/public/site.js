const player = document.querySelector('vh-player');
const link = document.querySelector('#link');

/** Shows a video, and the address that leads back to it. */
function show(videoId) {
  player.setAttribute('video-id', videoId);
  const address = new URL(`?video=${encodeURIComponent(videoId)}`, location.href);
  const anchor = link.querySelector('a');
  anchor.href = address.href;
  anchor.textContent = address.href;
  link.hidden = false;
}

document
  .querySelector('vh-uploader')
  .addEventListener('vh-upload-playable', ({ video }) => show(video.videoId));

const asked = new URLSearchParams(location.search).get('video');
if (asked) show(asked);
