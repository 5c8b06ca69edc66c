const player = document.querySelector('vh-player');
const watch = document.querySelector('#watch');
const captions = document.querySelector('#captions');

/** Has the player play one of the videos. */
function show({ videoId, title }) {
  document.querySelector('#title').textContent = title;
  watch.hidden = false;
  captions.querySelector('output').textContent = '';
  player.setAttribute('video-id', videoId);
}

async function remove({ videoId, title }) {
  if (!confirm(`Delete ${title}? Nobody can bring it back.`)) return;
  const { ok } = await fetch(`/my-videos/${videoId}`, { method: 'DELETE' });
  document.querySelector('#said').textContent = ok
    ? `${title} is deleted.`
    : `${title} could not be deleted. Try it again in a while.`;
  if (ok && player.getAttribute('video-id') === videoId) {
    watch.hidden = true;
    player.removeAttribute('video-id');
  }
  await showList();
  // The button that had the focus has gone with its video.
  if (ok) document.querySelector('#list').focus();
}

function row(video) {
  const item = document.createElement('li');
  item.append(
    button(video.title, () => show(video)),
    button('Delete', () => remove(video), `Delete ${video.title}`),
  );
  return item;
}

function button(text, act, label = text) {
  const made = document.createElement('button');
  made.textContent = text;
  made.ariaLabel = label;
  made.addEventListener('click', act);
  return made;
}

async function showList() {
  const response = await fetch('/my-videos');
  if (response.status === 401) return location.assign('/sign-in');
  const videos = await response.json();
  document.querySelector('#videos').replaceChildren(...videos.map(row));
  document.querySelector('#none').hidden = videos.length > 0;
  return videos;
}

document.querySelector('vh-uploader').addEventListener('vh-upload-playable', async ({ video }) => {
  // The site hears of it from the service, by its webhook, perhaps a moment after this page.
  for (let tries = 0; tries < 240; tries++) {
    const found = (await showList())?.find(({ videoId }) => videoId === video.videoId);
    if (found) return watch.hidden && show(found);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
});

captions.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(captions);
  const videoId = player.getAttribute('video-id');
  const response = await fetch(`/my-videos/${videoId}/captions/${form.get('language')}`, {
    method: 'POST',
    headers: { 'content-type': 'text/vtt' },
    body: await form.get('file').text(),
  });
  captions.querySelector('output').textContent = response.ok
    ? 'The captions are there.'
    : 'These captions could not be added. Are they WebVTT, of less than 1 MB?';
  if (!response.ok) return;
  // The player asks anew, and finds them.
  player.removeAttribute('video-id');
  await player.updateComplete;
  player.setAttribute('video-id', videoId);
});

await showList();
