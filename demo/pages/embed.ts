import { chosenIn } from './chosen-in.ts';
import { copyOnClick } from './copy.ts';

const frame = document.querySelector<HTMLIFrameElement>('#frame');
const form = document.querySelector<HTMLFormElement>('#asked');
const code = document.querySelector('#frame-code');
const { videoId } = (await (await fetch('demo/samples')).json()) as { videoId: string };

/** Shows the video as the form asks, and the code that does the same. */
function show(): void {
  if (!frame || !form) return;
  const address = new URL(`vh/embed/videos/${videoId}`, document.baseURI);
  for (const [name, value] of chosenIn(form)) if (value !== '') address.searchParams.set(name, value);
  if (frame.src !== address.href) frame.src = address.href;
  if (code) code.textContent = frameOf(address.href, frame);
}

const frameOf = (address: string, { title, allow }: HTMLIFrameElement) => `<iframe
  src="${address.replaceAll('&', '&amp;')}"
  title="${title}"
  width="640"
  height="360"
  style="aspect-ratio: 16/9; width: 100%; height: auto; border: 0"
  allow="${allow}"
  loading="lazy"
></iframe>`;

form?.addEventListener('change', show);
copyOnClick(null);
show();
