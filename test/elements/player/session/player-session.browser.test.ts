import { expect } from 'chai';
import { PlayerSession } from '../../../../src/elements/player/session/player-session.ts';
import type { EventDelivery, PlayerIntent } from '../../../../src/elements/player/session/session-host.ts';
import { sourceOfAddresses } from '../../../../src/playback/source/playback-source.ts';
import { until } from '../../../support/player-harness.ts';

interface ReadEvent {
  type: string;
  by?: string;
  startup?: number;
  emittedAt: string;
}

describe("The session of a player that was pressed while the session's code came", () => {
  const read: ReadEvent[] = [];
  let session: PlayerSession;

  const transport = ({ body }: EventDelivery) => {
    read.push(...(JSON.parse(body) as { events: ReadEvent[] }).events);
    return Promise.resolve(true);
  };

  /** Loads, is pressed at once, and plays by then. */
  async function pressed(press: PlayerIntent, meanwhile = () => {}): Promise<ReadEvent> {
    const host = Object.assign(document.createElement('div'), {
      media: document.createElement('video'),
      ...{ currentTime: 0.1, duration: 10, paused: false, ended: false, seeking: false, loop: false },
      ...{ playbackRate: 1, readyState: 4, played: { length: 1, start: () => 0, end: () => 0.1 } },
      eventTargets: [{ collector: 'https://own.example/', transport }],
    });
    const request = {};
    const state = { status: 'loading', source: { ...sourceOfAddresses([]), id: 'vi1' } } as never;
    session = new PlayerSession(host as never);
    session.follow(state, request, 'https://own.example/', undefined);
    session.follow(state, request, 'https://own.example/', press);
    meanwhile();
    await until(() => read.some(({ type }) => type === 'intent'));
    return read.find(({ type }) => type === 'intent')!;
  }

  beforeEach(() => {
    read.length = 0;
  });

  afterEach(() => {
    session.follow({ status: 'idle' }, {}, undefined, undefined);
  });

  it('begins with the press', async () => {
    const press: PlayerIntent = [performance.now() - 400, true];
    const intent = await pressed(press);
    expect(intent.by).to.equal('viewer');
    const elapsed = Date.parse(intent.emittedAt) - (Date.now() - performance.now());
    expect(elapsed).to.be.closeTo(press[0], 20);
  });

  it('has the first frame from when the picture came', async () => {
    const press: PlayerIntent = [performance.now() - 400, true];
    await pressed(press, () => (press[2] = press[0] + 150));
    await until(() => read.some(({ type }) => type === 'first-frame'));
    expect(read.find(({ type }) => type === 'first-frame')!.startup).to.equal(150);
  });
});
