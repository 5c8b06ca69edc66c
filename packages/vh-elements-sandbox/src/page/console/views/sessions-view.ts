import { build, link, type Item } from '../../build.ts';
import { formatMilliseconds } from '../../format.ts';
import type { SessionState } from '../../sessions.ts';
import { addressOf } from '../parts/api.ts';
import { List } from '../parts/list.ts';
import type { View } from '../parts/view.ts';

/** The viewings, each with how it went; the figures of them all have a view of their own. */
export const sessionsView: View = ({ main, life }) => {
  const list = new List<SessionState>(
    {
      label: 'Sessions',
      path: '_sandbox/console/sessions',
      blank: 'Nobody has watched anything yet.',
      item: sessionItem,
    },
    life,
  );
  const all = link(addressOf('_sandbox/events.ndjson'), '', 'Export all events (NDJSON)');
  all.download = '';
  main.append(build('p', '', all), list.element);
  return { refresh: () => list.refresh() };
};

function sessionItem(session: SessionState): Item {
  const { sessionId, title, events } = session;
  const facts = [...sessionFacts(session), events === 1 ? '1 event' : `${String(events)} events`];
  return {
    key: sessionId,
    look: JSON.stringify([title, facts]),
    make: () => {
      const name = build('a', 'name', build('bdi', '', title || 'Untitled'));
      name.setAttribute('href', `#/sessions/${encodeURIComponent(sessionId)}`);
      return build('li', '', name, build('p', 'quiet', facts.join(' · ')));
    },
  };
}

/** A viewing in a few words. */
export function sessionFacts({
  outcome,
  watchTime,
  browser,
  kind,
  loadedAt,
}: Omit<SessionState, 'events'>): string[] {
  return [
    outcome,
    `watched ${formatMilliseconds(Math.round(watchTime))}`,
    browser,
    kind,
    new Date(loadedAt).toLocaleString(),
  ];
}
