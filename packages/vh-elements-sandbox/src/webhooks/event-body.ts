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

/** The members of an event's body after its type and moment, in the order in which the service writes them. */
const MEMBERS = [
  'sessionId',
  'videoId',
  'liveStreamId',
  'encoding',
  'quality',
  'totals',
  'captionId',
  'generationMode',
  'language',
  'summaryId',
] as const;

/** What an event says beside its type and moment. */
export type EventDetails = Partial<Record<(typeof MEMBERS)[number], unknown>>;

/** The body of an event, its members in the order in which the service writes them. */
export function eventBody(type: string, event: EventDetails, now: number): string {
  const emittedAt = new Date(now).toISOString();
  const details = Object.fromEntries(MEMBERS.map((name) => [name, event[name]]));
  return JSON.stringify({ type, emittedAt, ...details });
}
