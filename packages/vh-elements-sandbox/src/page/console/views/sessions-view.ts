import { build, link, type Item } from '../../build.ts';
import { formatMilliseconds } from '../../format.ts';
import type { SessionState } from '../../state.ts';
import { addressOf, ask } from '../parts/api.ts';
import { List } from '../parts/list.ts';
import { button, json } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

/** The viewings, each with what its player has reported; the figures have a page of their own. */
export const sessionsView: View = ({ main, life }) => {
  const detail = build('div', 'detail');
  const open = async (sessionId: string) => {
    const title = build('h3', '', 'Session');
    title.tabIndex = -1;
    const session = await ask('GET', `_sandbox/sessions/${sessionId}`);
    detail.replaceChildren(title, json(session, 'The session as JSON'));
    title.focus();
  };
  const list = new List<SessionState>(
    {
      label: 'Sessions',
      path: '_sandbox/console/sessions',
      blank: 'Nobody has watched anything yet.',
      item: (session) => sessionItem(session, open),
    },
    life,
  );
  main.append(
    build('p', '', link(addressOf('_sandbox/sessions'), '', 'Figures of all sessions')),
    build('div', 'split', list.element, detail),
  );
  return { refresh: () => list.refresh() };
};

function sessionItem(session: SessionState, open: (sessionId: string) => Promise<void>): Item {
  const { sessionId, title, kind, loadedAt, endedAt, events } = session;
  const facts = [
    kind,
    new Date(loadedAt).toLocaleString(),
    formatMilliseconds(Math.max(0, endedAt - loadedAt)),
    events === 1 ? '1 event' : `${String(events)} events`,
  ];
  return {
    key: sessionId,
    look: JSON.stringify([title, facts]),
    make: () =>
      build(
        'li',
        '',
        button(title || 'Untitled', () => open(sessionId), 'plain'),
        build('p', 'quiet', facts.join(' · ')),
      ),
  };
}
