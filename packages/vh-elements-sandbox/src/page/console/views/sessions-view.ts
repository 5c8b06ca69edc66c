import { build, keep, link } from '../../build.ts';
import { formatMilliseconds } from '../../format.ts';
import type { SandboxState } from '../../state.ts';
import { addressOf, ask } from '../parts/api.ts';
import { button, json } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

/** The newest viewings, each with what its player has reported; the figures have a page of their own. */
export const sessionsView: View = ({ main, life }) => {
  const list = build('ul', 'list');
  const blank = build('p', 'blank', 'Nobody has watched anything yet.');
  const detail = build('div', 'detail');
  const open = async (sessionId: string) => {
    const title = build('h3', '', 'Session');
    title.tabIndex = -1;
    const session = await ask('GET', `_sandbox/sessions/${sessionId}`);
    detail.replaceChildren(title, json(session, 'The session as JSON'));
    title.focus();
  };
  const refresh = async () => {
    const { sessions } = await ask<SandboxState>('GET', '_sandbox/state', undefined, life);
    keep(
      list,
      sessions.map((session) => {
        const { sessionId, title, kind, loadedAt, endedAt, events } = session;
        const facts = [
          kind,
          new Date(loadedAt).toLocaleString(),
          formatMilliseconds(Math.max(0, endedAt - loadedAt)),
          `${String(events)} events`,
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
      }),
    );
    blank.hidden = sessions.length > 0;
  };
  main.append(
    build('p', '', link(addressOf('_sandbox/sessions'), '', 'Figures of all sessions')),
    build('div', 'split', build('div', '', list, blank), detail),
  );
  return { refresh };
};
