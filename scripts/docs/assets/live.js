// Brings examples to life where `npm start` serves the documents: there, a service has a video to play. Anywhere else the
// examples stay as they are.
const examples = [...document.querySelectorAll('pre[data-live]')];
if (examples.length > 0) await enliven();

async function enliven() {
  const where = new URL('live.json', import.meta.url);
  const reported = await fetch(where).then(
    (response) => response.json(),
    () => ({}),
  );
  if (!reported.backend) return;
  for (const example of examples)
    example.after(stageOf(example, new URL(reported.backend, where), reported.videoId));
  await import(new URL(reported.script, where));
}

/** The elements of an example, by the attributes that it writes; its video and its backend are those of this machine. */
function stageOf(example, backend, videoId) {
  const stage = document.createElement('figure');
  stage.className = 'live';
  const caption = document.createElement('figcaption');
  caption.textContent = 'The example, running on your machine';
  stage.append(caption);
  for (const [, tag, attributes] of example.textContent.matchAll(/<(vh-[\w-]+)([^>]*)>/g)) {
    const element = document.createElement(tag);
    for (const [, name, value = ''] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g))
      element.setAttribute(name, value);
    if (tag !== 'vh-captions-picker') element.setAttribute('backend', backend.pathname);
    if (tag === 'vh-player') element.setAttribute('video-id', videoId);
    stage.append(element);
  }
  const player = stage.querySelector('vh-player');
  stage.addEventListener(
    'vh-upload-playable',
    ({ video }) => player?.setAttribute('video-id', video.videoId),
    // The event does not bubble.
    true,
  );
  return stage;
}
