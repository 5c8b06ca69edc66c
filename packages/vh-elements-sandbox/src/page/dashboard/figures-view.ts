import { build, svg } from '../build.ts';
import { formatClock, formatMilliseconds } from '../format.ts';
import type { FiguresLine, SessionLine } from './dashboard-state.ts';
import type { Figures } from './figures.ts';

/** The figures of all sessions that are looked at. */
export function figureItems(all: Figures): HTMLElement[] {
  const { sessions, plays, watchTime, startup, rebuffering, exits, failures } = all;
  const item = (name: string, value: string, aside = '') => {
    const box = build('div', '', build('dt', '', name), build('dd', '', value));
    if (aside !== '') box.append(build('dd', 'aside', aside));
    return box;
  };
  return [
    item('Plays', String(plays), `${String(sessions)} ${sessions === 1 ? 'session' : 'sessions'}`),
    item('Watch time', formatClock(watchTime / 1000)),
    item(
      'Startup',
      startup ? formatMilliseconds(Math.round(startup.median)) : '–',
      startup ? `95 % within ${formatMilliseconds(Math.round(startup.slowest))}` : 'not reported',
    ),
    item(
      'Rebuffering',
      formatShare(rebuffering.share),
      rebuffering.count === 1 ? 'once' : `${String(rebuffering.count)} times`,
    ),
    item('Exits before start', String(exits)),
    item('Failures', String(failures)),
  ];
}

/** A table of figures, a line each, with the plays as bars. */
export function figuresTable(title: string, lines: readonly FiguresLine[]): HTMLElement {
  const heads = ['', 'Plays', 'Watch time', 'Startup', '95 %', 'Rebuffering', 'Exits', 'Failures'];
  const most = Math.max(1, ...lines.map(({ plays }) => plays));
  const rows = lines.map(({ name, plays, watchTime, startup, rebuffering, exits, failures }) => {
    const bar = svg('svg', { 'class': 'plays', 'aria-hidden': 'true' });
    bar.append(svg('rect', { width: `${String((plays / most) * 100)}%`, height: 8, rx: 2 }));
    const cells = [
      formatClock(watchTime / 1000),
      startup ? formatMilliseconds(Math.round(startup.median)) : '–',
      startup ? formatMilliseconds(Math.round(startup.slowest)) : '–',
      `${formatShare(rebuffering.share)} (${String(rebuffering.count)})`,
      String(exits),
      String(failures),
    ];
    return row(name || 'Untitled', [
      build('td', '', bar, String(plays)),
      ...cells.map((cell) => build('td', '', cell)),
    ]);
  });
  return table(title, heads, rows);
}

/** The newest sessions; each leads to its timeline. */
export function sessionsTable(sessions: readonly SessionLine[]): HTMLElement {
  const rows = sessions.map(({ sessionId, title, loadedAt, browser, watchTime, outcome }) => {
    const began = new Date(loadedAt).toISOString().slice(0, 19).replace('T', ' ');
    const link = build('a', '', began);
    link.setAttribute('href', `#${sessionId}`);
    const name = row('', [
      build('td', '', build('bdi', '', title || 'Untitled')),
      build('td', '', browser),
      build('td', '', formatClock(watchTime / 1000)),
      build('td', '', outcome),
    ]);
    name.firstElementChild?.replaceChildren(link);
    return name;
  });
  const made = table('Newest sessions', ['Began (UTC)', 'Video', 'Browser', 'Watch time', 'Outcome'], rows);
  made.classList.add('texts');
  return made;
}

function row(name: string, cells: readonly HTMLElement[]): HTMLElement {
  const head = build('th', '', build('bdi', '', name));
  head.setAttribute('scope', 'row');
  head.title = name;
  return build('tr', '', head, ...cells);
}

function table(title: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const cells = heads.map((head) => {
    const cell = build(head === '' ? 'td' : 'th', '', head);
    if (head !== '') cell.setAttribute('scope', 'col');
    return cell;
  });
  const made = build(
    'table',
    '',
    build('caption', '', title),
    build('thead', '', build('tr', '', ...cells)),
    build('tbody', '', ...rows),
  );
  const region = build('div', 'card wide', made);
  region.tabIndex = 0;
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', title);
  return region;
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 2 : 1)} %`;
}
