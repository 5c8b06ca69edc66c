import type { SandboxEvents } from '../common/event-bus.ts';

/** The events of webhooks. */
export const EMITTED_EVENTS = [
  'live-stream.broadcast.started',
  'live-stream.broadcast.ended',
  'video.source.recorded',
  'video.encoding.quality.completed',
  // An extension.
  'session.ended',
] as const satisfies readonly (keyof SandboxEvents)[];

/** Every event that a webhook may ask for; the last two would come from parts of the service that are not played here. */
export const WEBHOOK_EVENTS: readonly string[] = [
  ...EMITTED_EVENTS,
  'video.caption.generated',
  'video.summary.generated',
];

/** The body of an event, its members in the order in which the service writes them. */
export function eventBody(type: string, event: SandboxEvents[keyof SandboxEvents], now: number): string {
  const details: Partial<
    Record<'sessionId' | 'videoId' | 'liveStreamId' | 'encoding' | 'quality' | 'totals', unknown>
  > = event;
  const { sessionId, videoId, liveStreamId, encoding, quality, totals } = details;
  const emittedAt = new Date(now).toISOString();
  return JSON.stringify({ type, emittedAt, sessionId, videoId, liveStreamId, encoding, quality, totals });
}
