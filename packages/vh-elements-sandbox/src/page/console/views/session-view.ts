import { build } from '../../build.ts';
import { formatMilliseconds } from '../../format.ts';
import type { SessionDetail } from '../../sessions.ts';
import { ask } from '../parts/api.ts';
import { copy, section } from '../parts/widgets.ts';
import { table } from '../parts/table.ts';
import { drawTimeline, legend } from '../pictures/timeline-picture.ts';
import type { View } from '../parts/view.ts';
import { sessionFacts } from './sessions-view.ts';

/** One viewing along the time: its states, seeks and renditions as a picture, and its events as a table. */
export const sessionView: View = ({ main, rest: [sessionId = ''], life }) => {
  const all = build('a', '', 'All sessions');
  all.setAttribute('href', '#/sessions');
  const shown = build('div', 'detail');
  main.append(build('p', '', all), shown);
  const path = `_sandbox/sessions/${encodeURIComponent(sessionId)}`;
  let look = '';
  const refresh = async () => {
    const session = await ask<SessionDetail>('GET', path, undefined, life);
    const next = JSON.stringify(session);
    if (next === look) return;
    look = next;
    // The viewing goes on: a table that is scrolled by the keyboard keeps the focus and its place.
    const events = shown.querySelector('.scrolls');
    const [isFocused, scrollTop] = [events !== null && events === document.activeElement, events?.scrollTop];
    shown.replaceChildren(...parts(session, next));
    const after = shown.querySelector<HTMLElement>('.scrolls');
    if (after && isFocused) after.focus();
    if (after) after.scrollTop = scrollTop ?? 0;
  };
  return { refresh };
};

function parts(session: SessionDetail, text: string): HTMLElement[] {
  const { title, totals, dropped } = session;
  const { videoStartup, rebufferDuration } = totals;
  const facts = [
    ...sessionFacts(session),
    ...(videoStartup === undefined ? [] : [`startup ${formatMilliseconds(videoStartup)}`]),
    ...(rebufferDuration ? [`rebuffered ${formatMilliseconds(rebufferDuration)}`] : []),
    ...(dropped > 0 ? [`${String(dropped)} events lost`] : []),
  ];
  const picture = build('div', 'timeline', drawTimeline(session));
  const colours = build('ul', 'legend', ...legend());
  for (const drawn of [picture, colours]) drawn.ariaHidden = 'true';
  return [
    build('h3', '', build('bdi', '', title || 'Untitled')),
    build('p', 'quiet', facts.join(' · ')),
    section('Timeline', picture, colours),
    eventsTable(session),
    copy('Copy as JSON', text),
  ];
}

function eventsTable({ events }: SessionDetail): HTMLElement {
  const start = events[0]?.emittedAt ?? 0;
  const made = table(
    'Events',
    ['Event', 'Details'],
    events.map(({ type, emittedAt, details }) => {
      const reported = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
      return [formatMilliseconds(emittedAt - start), [type, reported.join(' · ')]];
    }),
  );
  made.classList.add('texts');
  return made;
}
