import { find, keep, type Item } from './build.ts';
import { deliveryItem, faultItem, liveItem, sessionItem } from './lists.ts';
import { drawPulse, isUpload, requestItem, uploadItem } from './requests-view.ts';
import type { SandboxState } from './state.ts';
import { videoItem } from './videos-view.ts';

// The script of the sandbox's page: it polls once a second while the page is visible.

const POLL_INTERVAL_MS = 1_000;

let last: SandboxState | undefined;
let paused = false;

async function look(): Promise<SandboxState> {
  const response = await fetch('_sandbox/state');
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as SandboxState;
}

function show(state: SandboxState): void {
  const { now, videos, requests, deliveries, sessions, liveStreams, faults, webhooks } = state;
  const uploads = requests.filter(isUpload);
  fill('#videos', videos.shown.map(videoItem), videos.total);
  fill('#live', liveStreams.map(liveItem), liveStreams.length);
  fill(
    '#sessions',
    sessions.map((session) => sessionItem(session, now)),
    sessions.length,
  );
  fill(
    '#deliveries',
    deliveries.map((delivery) => deliveryItem(delivery, now)),
    deliveries.length,
  );
  fill('#uploads', uploads.map(uploadItem), uploads.length);
  fill('#faults', faults.map(faultItem), faults.length);
  find('#uploads').hidden = uploads.length === 0;
  find('#faults').hidden = faults.length === 0;
  showRequests(state);
  drawPulse(find('#pulse'), requests, now);
  const open = requests.filter((request) => request.state === 'open').length;
  find('#summary').textContent = [
    `${open} open`,
    `${videos.total} ${videos.total === 1 ? 'video' : 'videos'}`,
    `${webhooks} ${webhooks === 1 ? 'webhook' : 'webhooks'}`,
  ].join(' · ');
}

function showRequests({ requests }: SandboxState): void {
  const wanted = find('#filter');
  const text = wanted instanceof HTMLInputElement ? wanted.value.trim().toLowerCase() : '';
  const shown = requests.filter(({ method, target, status }) =>
    `${method} ${target} ${status ?? ''}`.toLowerCase().includes(text),
  );
  fill('#requests', shown.map(requestItem), shown.length);
}

function fill(section: string, items: readonly Item[], count: number): void {
  keep(find(`${section} :is(ul, ol)`), items);
  const blank = document.querySelector<HTMLElement>(`${section} > .blank`);
  if (blank) blank.hidden = items.length > 0;
  const shown = document.querySelector(`${section} .count`);
  if (shown) shown.textContent = count > 0 ? String(count) : '';
}

function note(sentence: string): void {
  const notice = find('#notice');
  notice.textContent = sentence;
  notice.hidden = sentence === '';
}

async function run(): Promise<never> {
  for (;;) {
    if (!paused && document.visibilityState === 'visible') {
      const state = await look().catch(() => undefined);
      note(state ? '' : 'The sandbox does not answer. This page goes on by itself when it is back.');
      last = state ?? last;
      if (state) show(state);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

function togglePause(): void {
  paused = !paused;
  const button = find('#pause');
  button.textContent = paused ? 'Go on' : 'Pause';
  button.setAttribute('aria-pressed', String(paused));
}

find('#address').textContent = location.origin;
find('#pause').addEventListener('click', togglePause);
find('#filter').addEventListener('input', () => last && showRequests(last));
find('#clear-faults').addEventListener('click', () => void fetch('_sandbox/faults', { method: 'DELETE' }));
document.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) {
    if (key === 'Escape' && target instanceof HTMLInputElement) target.blur();
    return;
  }
  if (key === 'p') togglePause();
  else if (key === '/') {
    event.preventDefault();
    find('#filter').focus();
  }
});
void run();
