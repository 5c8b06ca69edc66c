import { build, find } from '../build.ts';
import { formatMilliseconds } from '../format.ts';
import type { DashboardState, FiguresLine, SessionState } from './dashboard-state.ts';
import { figureItems, figuresTable, sessionsTable } from './figures-view.ts';
import { drawTimeline, eventLines, legend } from './timeline-view.ts';

// The script of the dashboard. It looks again every few seconds while it is visible, and draws what has changed.

const POLL_INTERVAL_MS = 5_000;

const choice = find('#choice');
let drawn = '';
let opened = '';

function chosen(): URLSearchParams {
  const query = new URLSearchParams();
  if (!(choice instanceof HTMLFormElement)) return query;
  for (const [name, value] of new FormData(choice))
    if (typeof value === 'string' && value !== '') query.set(name, value);
  return query;
}

async function ask(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

async function look(): Promise<void> {
  const query = chosen();
  try {
    const text = await ask(`sessions/figures?${query.toString()}`);
    note('');
    // A choice that was made meanwhile starts a request of its own.
    if (text === drawn || query.toString() !== chosen().toString()) return;
    drawn = text;
    show(JSON.parse(text) as DashboardState, query);
  } catch {
    note('The sandbox does not answer. This page goes on by itself when it is back.');
  }
}

function show(state: DashboardState, query: URLSearchParams): void {
  const { all, days, videos, browsers, sessions } = state;
  // A link that is replaced hands the focus to its successor.
  const focused = document.activeElement?.getAttribute('href');
  find('#figures').replaceChildren(...figureItems(all));
  find('#blank').hidden = all.sessions > 0;
  offer('#video', videos, 'All videos');
  offer('#browser', browsers, 'All browsers');
  const tables = [
    figuresTable('By day (UTC)', days),
    figuresTable('By video', videos),
    figuresTable('By browser', browsers),
    sessionsTable(sessions),
  ];
  find('#tables').replaceChildren(...(all.sessions > 0 ? tables : []));
  if (focused?.startsWith('#'))
    document.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
  query.delete('browser');
  find('#export').setAttribute('href', `events.ndjson?${query.toString()}`);
}

/** Offers all entries, and selects the chosen one. */
function offer(selector: string, lines: readonly FiguresLine[], all: string): void {
  const select = find(selector);
  if (!(select instanceof HTMLSelectElement)) return;
  const known = new Map([...select.options].map(({ value, text }) => [value, text]));
  const wanted = new Map([
    ['', all],
    ...known,
    ...lines.map(({ key, name }) => [key, name || 'Untitled'] as const),
  ]);
  if (wanted.size === known.size) return;
  const { value } = select;
  select.replaceChildren(...[...wanted].map(([key, name]) => new Option(name, key)));
  select.value = value;
}

async function open(): Promise<void> {
  const sessionId = location.hash.slice(1);
  const section = find('#session');
  opened = sessionId;
  if (sessionId === '') {
    section.hidden = true;
    return;
  }
  try {
    const text = await ask(`sessions/${encodeURIComponent(sessionId)}`);
    if (opened !== sessionId) return;
    showSession(JSON.parse(text) as SessionState);
    section.hidden = false;
    find('#session-title').focus();
  } catch {
    section.hidden = true;
    note('There is no such session.');
  }
}

function showSession(session: SessionState): void {
  const { title, browser, outcome, loadedAt, watchTime, totals, dropped } = session;
  find('#session-title').replaceChildren(build('bdi', '', title || 'Untitled'));
  find('#session-facts').textContent = [
    new Date(loadedAt).toISOString().slice(0, 19).replace('T', ' '),
    browser,
    outcome,
    `watched ${formatMilliseconds(watchTime)}`,
    ...(totals.videoStartup === undefined ? [] : [`startup ${formatMilliseconds(totals.videoStartup)}`]),
    ...(totals.rebufferDuration ? [`rebuffered ${formatMilliseconds(totals.rebufferDuration)}`] : []),
    ...(dropped > 0 ? [`${String(dropped)} events lost`] : []),
  ].join(' · ');
  find('#timeline').replaceChildren(drawTimeline(session));
  find('#legend').replaceChildren(...legend());
  find('#events').replaceChildren(...eventLines(session));
}

function close(): void {
  const back = `a[href="#${CSS.escape(opened)}"]`;
  history.replaceState(null, '', location.pathname);
  void open();
  document.querySelector<HTMLElement>(back)?.focus();
}

function note(sentence: string): void {
  const notice = find('#notice');
  notice.textContent = sentence;
  notice.hidden = sentence === '';
}

async function run(): Promise<never> {
  for (;;) {
    if (document.visibilityState === 'visible') await look();
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

choice.addEventListener('change', () => void look());
choice.addEventListener('submit', (event) => {
  event.preventDefault();
});
find('#close').addEventListener('click', close);
addEventListener('hashchange', () => void open());
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !find('#session').hidden) close();
});
void open();
void run();
