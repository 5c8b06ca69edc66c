import { mediaInputs } from '../../../src/session/observe/fact.ts';
import { ViewingMachine, type DatedFact } from '../../../src/session/observe/viewing-machine.ts';
import { FakeMedia } from './fake-media.ts';

/** By the clock of the facts, milliseconds. */
const MOMENT = 1_000;

/** A fact that is nothing but its name. */
export type PlainFact = (typeof mediaInputs)[number] | 'attach' | 'settle' | 'leave' | 'return';

/** Follows a fake media element, and says the machine's events after the intent in short: `seek.forward 10>20`. */
export function follow(media: FakeMedia, { live = false } = {}) {
  const machine = new ViewingMachine({ kind: live ? 'live-stream' : 'video', begun: MOMENT });
  const events: DatedFact[] = [];
  // All in one moment: only the test moves the media.
  const take = (type: PlainFact) => {
    events.push(...machine.handle({ type }, media, MOMENT).filter((event) => event.type !== 'intent'));
  };
  for (const type of mediaInputs) media.addEventListener(type, () => take(type));
  take('attach');
  return {
    machine,
    events,
    take,
    get story() {
      return events.map((event) =>
        'at' in event
          ? `${event.type} ${String(event.at)}`
          : `${event.type} ${String(event.from)}>${String(event.to)}`,
      );
    },
  };
}

/** A viewing of media that is ready to play. */
export function loaded() {
  const media = new FakeMedia();
  const viewing = follow(media);
  media.load();
  return { media, viewing };
}
