import {
  mediaInputs,
  StateMachine,
  type MachineInput,
  type SessionEvent,
} from '../../../src/session/observe/state-machine.ts';
import { FakeMedia } from './fake-media.ts';

/** By the clock of the inputs, milliseconds. */
const MOMENT = 1_000;

/** Follows a fake media element, and says the machine's events in short: `seek.forward 10>20`. */
export function follow(media: FakeMedia, options = { live: false }) {
  const machine = new StateMachine(options);
  const events: SessionEvent[] = [];
  // All in one moment: only the test moves the media.
  const take = (input: MachineInput) => events.push(...machine.handle(input, media, MOMENT));
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
