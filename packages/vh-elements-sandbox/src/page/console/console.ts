import { build, find } from '../build.ts';
import { ask, Refusal } from './parts/api.ts';
import { faultsView } from './views/faults-view.ts';
import { insightsView } from './views/insights-view.ts';
import { liveView } from './views/live-view.ts';
import { playersView } from './views/players-view.ts';
import { requestsView } from './views/requests-view.ts';
import { sessionView } from './views/session-view.ts';
import { sessionsView } from './views/sessions-view.ts';
import { stateView } from './views/state-view.ts';
import { tokensView } from './views/tokens-view.ts';
import { videoView } from './views/video-view.ts';
import { videosView } from './views/videos-view.ts';
import type { About } from '../about.ts';
import { showHeader } from './parts/header.ts';
import type { Shown, View } from './parts/view.ts';
import { webhooksView } from './views/webhooks-view.ts';
import { notify, say } from './parts/widgets.ts';

// The console's entry: the address says which view is shown, and the page follows the sandbox while it is seen.

const REFRESH_MS = 2_000;
const AWAY = 'The sandbox does not answer. This page goes on by itself when it is back.';

const VIEWS: Readonly<Record<string, { name: string; view: View; one?: View }>> = {
  videos: { name: 'Videos', view: videosView, one: videoView },
  live: { name: 'Live streams', view: liveView },
  tokens: { name: 'Upload tokens', view: tokensView },
  players: { name: 'Player themes', view: playersView },
  webhooks: { name: 'Webhooks', view: webhooksView },
  requests: { name: 'Requests', view: requestsView },
  faults: { name: 'Faults', view: faultsView },
  sessions: { name: 'Sessions', view: sessionsView, one: sessionView },
  insights: { name: 'Insights', view: insightsView, one: insightsView },
  state: { name: 'State and clock', view: stateView },
};

const main = find('main');
let about: About | undefined;
let shown: Shown | undefined;
let life = new AbortController();
let isAway = false;
let isPaused = false;

function show(movesFocus: boolean): void {
  const [name = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/').filter(Boolean);
  const known = Object.hasOwn(VIEWS, name) ? name : 'videos';
  const found = VIEWS[known];
  if (!found) return;
  life.abort();
  life = new AbortController();
  const title = build('h2', '', found.name);
  title.tabIndex = -1;
  main.replaceChildren(title);
  document.title = `${found.name} – Sandbox console`;
  for (const link of document.querySelectorAll('nav a')) {
    const isCurrent = link.getAttribute('href') === `#/${known}`;
    link.ariaCurrent = isCurrent ? 'page' : null;
    if (isCurrent) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  const view = rest.length > 0 && found.one ? found.one : found.view;
  shown = view({ main, rest, life: life.signal, about: () => about });
  notify('');
  if (movesFocus) title.focus();
  void refresh();
}

/** Follows the sandbox. It may be away, or have been started again. */
async function refresh(): Promise<void> {
  const { signal } = life;
  try {
    const next = await ask<About>('GET', '_sandbox/console/about');
    const isAnother = about !== undefined && about.run !== next.run;
    about = next;
    showHeader(next);
    await shown?.refresh();
    if (isAway) notify('');
    if (isAnother) say('The sandbox was started again.');
    if (isAnother) notify('The sandbox was started again. This page shows what it has now.');
    isAway = false;
  } catch (error) {
    // Another view has taken its place.
    if (signal.aborted) return;
    isAway = !(error instanceof Refusal);
    notify(error instanceof Refusal ? error.message : AWAY);
  }
}

async function follow(): Promise<never> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
    if (!isPaused && document.visibilityState === 'visible') await refresh();
  }
}

/** Holds the page still, to read what would move on. */
function togglePause(): void {
  isPaused = !isPaused;
  const pause = find('#pause');
  pause.textContent = isPaused ? 'Go on' : 'Pause';
  pause.ariaPressed = String(isPaused);
}

function takeKey(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea, dialog *');
  if (key === 'Escape' && isTyping && target.matches('[type=search]')) target.blur();
  // The elements have keys of their own.
  if (ctrlKey || metaKey || altKey || isTyping || event.defaultPrevented) return;
  if (target instanceof HTMLElement && target.localName.startsWith('vh-')) return;
  const search = main.querySelector<HTMLElement>('[type=search]');
  if (key === 'p') togglePause();
  else if (key === '/' && search) {
    event.preventDefault();
    search.focus();
  }
}

find('#address').textContent = location.origin;
for (const [key, { name }] of Object.entries(VIEWS)) {
  const link = document.createElement('a');
  link.href = `#/${key}`;
  link.textContent = name;
  find('nav').append(link);
}
// A hash is an address here, and not a place on the page.
find('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
find('#pause').addEventListener('click', togglePause);
document.addEventListener('keydown', takeKey);
window.addEventListener('hashchange', () => show(true));
show(false);
void follow();
