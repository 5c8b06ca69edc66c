import type { SessionRecordEvent } from '../../../store/analytics/session-records.ts';

/** What a session was doing for a while. */
export interface Span {
  state: 'starting' | 'playing' | 'paused' | 'rebuffering';
  /** Milliseconds after the first event. */
  from: number;
  to: number;
}

/** A moment in it, with what it is called. */
export interface Mark {
  kind: 'seek' | 'rendition';
  at: number;
  text: string;
}

/** A session along the time. */
export interface Timeline {
  length: number;
  spans: Span[];
  marks: Mark[];
}

/** Lays the events of a session along the time. */
export function timelineOf(events: readonly SessionRecordEvent[], endedAt: number): Timeline {
  const start = events[0]?.emittedAt ?? endedAt;
  const length = Math.max(1, endedAt - start);
  const spans: Span[] = [];
  const marks: Mark[] = [];
  let state: Span['state'] | undefined;
  let since = 0;
  /** What resumes after a rebuffering. */
  let before: Span['state'] | undefined;
  const turn = (next: Span['state'] | undefined, at: number) => {
    if (state !== undefined && at > since) spans.push({ state, from: since, to: at });
    state = next;
    since = at;
  };
  for (const { type, emittedAt, details } of events) {
    const at = Math.min(length, Math.max(since, emittedAt - start));
    if (type === 'intent') turn('starting', at);
    // The first generation has no first frame; where there is one, it ends the start.
    else if (type === 'first-frame' || type === 'resume' || type === 'recovered') turn('playing', at);
    else if (type === 'play' && state !== 'starting') turn('playing', at);
    else if (type === 'pause' || type === 'end') turn('paused', at);
    else if (type === 'failure' || type === 'leave') turn(undefined, at);
    else if (type === 'rebuffer.begin') {
      before = state;
      turn('rebuffering', at);
    } else if (type === 'rebuffer.end' && state === 'rebuffering') turn(before ?? 'playing', at);
    else if (type.startsWith('seek.')) marks.push({ kind: 'seek', at, text: type });
    else if (type === 'rendition')
      marks.push({ kind: 'rendition', at, text: `${String(details['height'])}p` });
  }
  turn(undefined, length);
  return { length, spans, marks };
}
