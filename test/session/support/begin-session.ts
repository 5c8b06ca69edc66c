import type { SessionOptions } from '../../../src/session/session-options.ts';
import { Session } from '../../../src/session/session.ts';
import { FakeCollector } from './fake-collector.ts';
import { FakeMedia } from './fake-media.ts';
import { FakeEnvironment } from './fake-environment.ts';

/** A session of fake media in a fake world. */
export function begin(options: Partial<SessionOptions> = {}, world = new FakeEnvironment()) {
  const media = new FakeMedia();
  const session = new Session({
    media,
    collector: 'https://host.example/collector/',
    kind: 'video',
    id: 'viABC',
    environment: world,
    ...options,
  });
  return { media, session, world };
}

/** The same, with a collector that keeps what it is sent. */
export function beginCollected(options: Partial<SessionOptions> = {}) {
  const collector = new FakeCollector();
  return { ...begin(options, collector.attach(new FakeEnvironment())), collector };
}

/** A collector that answers when the test says so. */
export function slowCollector(world: FakeEnvironment) {
  const answers: ((response: Response) => void)[] = [];
  world.answer = () => new Promise((resolve) => answers.push(resolve));
  return (response: Response) => answers.shift()?.(response);
}

/** What a collector answers. */
export const taken = () => Response.json({ session: 'ps1' });
