import { build, link, type Item } from './build.ts';
import { formatAgo, formatClock } from './format.ts';
import type { DeliveryState, FaultState, LiveStreamState, SessionState } from './state.ts';

/** A live stream in one line. */
export function liveItem({
  liveStreamId,
  name,
  isPublic,
  isBroadcasting,
  restreams,
  page,
}: LiveStreamState): Item {
  const { wanted, connected } = restreams;
  const facts = [
    isBroadcasting ? 'on air' : 'off air',
    ...(isPublic ? [] : ['private']),
    ...(isBroadcasting && wanted > 0 ? [`passed on to ${connected} of ${wanted}`] : []),
    liveStreamId,
  ].join(' · ');
  return {
    key: liveStreamId,
    look: `${name} ${facts}`,
    make: () =>
      build(
        'li',
        isBroadcasting ? 'lively' : '',
        link(page, 'title', name || 'Untitled'),
        build('span', 'facts', facts),
      ),
  };
}

/** A viewing in one line. */
export function sessionItem(session: SessionState, now: number): Item {
  const { sessionId, title, loadedAt, endedAt, events } = session;
  const ago = formatAgo(endedAt, now);
  const lasted = formatClock((endedAt - loadedAt) / 1000);
  return {
    key: sessionId,
    look: `${ago} ${events} ${lasted}`,
    make: () =>
      build(
        'li',
        ago === 'now' ? 'lively' : '',
        build('span', 'title', title || 'Untitled'),
        build('span', 'facts', `${events} ${events === 1 ? 'event' : 'events'} · ${lasted} · ${ago}`),
      ),
  };
}

/** A delivery in one line. */
export function deliveryItem(delivery: DeliveryState, now: number): Item {
  const { deliveryId, type, state, attempts, status, reason, host, createdAt } = delivery;
  const outcome = status === null ? (reason ?? 'on its way') : String(status);
  const facts = [host, outcome, ...(attempts > 1 ? [`${attempts} tries`] : []), formatAgo(createdAt, now)];
  return {
    key: String(deliveryId),
    look: `${state} ${facts.join(' ')}`,
    make: () =>
      build(
        'li',
        '',
        build('span', 'title', type),
        build('span', `state ${state}`, state),
        build('span', 'facts', facts.join(' · ')),
      ),
  };
}

/** A fault in one line. */
export function faultItem({ ruleId, what, fired }: FaultState): Item {
  return {
    key: String(ruleId),
    look: String(fired),
    make: () =>
      build(
        'li',
        '',
        build('code', 'title', what),
        build('span', 'facts', fired === 1 ? 'once so far' : `${fired} times so far`),
      ),
  };
}
