import type { CmcdData } from '../../core/cmcd/cmcd-data.ts';
import { encodeCmcd } from '../../core/cmcd/encode-cmcd.ts';
import type { EventFormat } from '../ports/event-format.ts';
import type { Viewing, ViewingEvent } from '../ports/viewing.ts';

/** Event mode of CMCD version 2, CTA-5004-B: one line an event. */
export const cmcdFormat: EventFormat = {
  name: 'cmcd',
  // The standard's own type, `application/cmcd`, would cost a preflight.
  contentType: 'text/plain;charset=UTF-8',
  takes: () => true,
  address: (collector) => `${collector.replace(/\/+$/, '')}/cmcd`,
  body: ({ viewing, events }) => events.map((event) => lineOf(viewing, event)).join('\n'),
  read: () => ({ keepsOnce: false }),
};

function lineOf({ id, kind, mediaId }: Viewing, event: ViewingEvent): string {
  const { seq, emittedAt } = event;
  const st = kind === 'live-stream' ? 'l' : 'v';
  const pt = 'at' in event ? event.at * 1000 : event.to * 1000;
  return encodeCmcd({ sid: id, cid: mediaId, st, sn: seq, ts: emittedAt, pt, ...factsOf(event) });
}

/** The event in the words of the standard; one that it has no word for is a custom event with the name that we give it. */
function factsOf(event: ViewingEvent): CmcdData {
  switch (event.type) {
    case 'intent':
      return { e: 'ps', sta: 's' };
    case 'first-frame':
      return { e: 'ps', sta: 'p', msd: event.startup };
    case 'play':
    case 'resume':
    case 'recovered':
      return { e: 'ps', sta: 'p' };
    case 'pause':
      return { e: 'ps', sta: 'a' };
    case 'seek.forward':
    case 'seek.backward':
      return { e: 'ps', sta: 'k' };
    case 'rebuffer.begin':
      return { e: 'ps', sta: 'r' };
    case 'rebuffer.end':
      return { e: 'ps', sta: 'p', bsd: [event.lasted] };
    case 'end':
      return { e: 'ps', sta: 'e' };
    case 'leave':
      return { e: 'ps', sta: 'q' };
    case 'failure':
      return { e: 'ps', sta: 'f', ec: [event.code] };
    case 'error':
      return { e: 'e', ec: [event.code] };
    case 'rendition':
      return { e: 'bc', br: [event.bitrate / 1000] };
    case 'rate':
      return { e: 'pr', pr: event.rate };
    case 'volume':
      return event.muted ? { e: 'm' } : { e: 'um' };
    case 'fullscreen':
      return { e: event.on ? 'pe' : 'pc' };
    case 'visible':
      return { e: 'b', bg: !event.on };
    default:
      return { e: 'ce', cen: event.type };
  }
}
