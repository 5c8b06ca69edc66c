/**
 * The engine of session events. A `Session` follows a media element through one viewing and reports it to collectors: facts
 * become events and totals, each event is stored before it is sent, and what a page could not send the next page delivers
 * (`deliverStoredEvents`). A format writes the same events in the way of a collector. Formats beyond the first, the measures
 * that they have a place for, the store and the time before a session began are code that comes later (`parts.ts`).
 */

export { formatsOf } from './formats/other-formats.ts';
export { v1Format } from './formats/v1-format.ts';
export type { Fact } from './observe/fact.ts';
export type { ObservedPlayer } from './observe/media-facts.ts';
export { observationOf } from './observe/observation.ts';
export type { PlayerFacts, SessionMedia } from './observe/session-media.ts';
export type { Transport } from './outbox/sender.ts';
export { loadPast } from './parts.ts';
export type { EventFormat } from './ports/event-format.ts';
export type { Viewing, ViewingEvent, ViewingFact, ViewingTotals } from './ports/viewing.ts';
export type { Intent, SessionOptions, SessionState, SessionTarget } from './session-options.ts';
export { deliverStoredEvents, loadFormats, Session } from './session.ts';
export { earlyEvents, storePress, type Press } from './stored/press.ts';
