import { expect } from 'chai';
import { LazySession } from '../../../../src/elements/player/session/lazy-session.ts';
import { PlayerSession } from '../../../../src/elements/player/session/player-session.ts';
import type { EventDelivery } from '../../../../src/elements/player/api/event-target.ts';
import { sourceOfAddresses } from '../../../../src/playback/source/playback-source.ts';
import { EARLY_EVENTS_KEY, storePress, type Press } from '../../../../src/session/stored/press.ts';
import { readLine } from '../../../../src/session/stored/read-stored.ts';
import { until } from '../../../support/elements/player-harness.ts';
import { settled } from '../../../support/until.ts';

interface ReadEvent {
  seq: number;
  type: string;
  by?: string;
  startup?: number;
  from?: number;
  to?: number;
  emittedAt: string;
}

describe("The session of a player that was pressed while the session's code came", () => {
  const read: ReadEvent[] = [];
  let session: PlayerSession;

  const transport = ({ body }: EventDelivery) => {
    read.push(...(JSON.parse(body) as { events: ReadEvent[] }).events);
    return Promise.resolve(true);
  };

  /** The attributes of the player. */
  let attributes: Record<string, string>;
  /** The parts that it has played, in seconds. */
  let parts: (readonly [from: number, to: number])[];

  const aPress = (agoMs = 400): Press => ({
    elapsed: performance.now() - agoMs,
    by: 'viewer',
  });

  /** A press of another visitor, so that no page delivers it meanwhile. */
  const store = (): Press => {
    const press = aPress();
    const page = { collector: 'https://own.example/', formats: null, sampleRate: null, subject: 'ann' };
    storePress(press, { ...page, kind: 'video', mediaId: 'vi1' });
    return press;
  };

  const collector = 'https://own.example/';
  const state = { status: 'loading', source: { ...sourceOfAddresses([]), id: 'vi1' } } as never;

  /** A player that has loaded, and plays by then. */
  function createHost(): HTMLElement {
    const host = Object.assign(document.createElement('div'), {
      media: document.createElement('video'),
      ...{ currentTime: parts.at(-1)?.[1], duration: 10, paused: false, ended: false, seeking: false },
      ...{ loop: false, playbackRate: 1, readyState: 4 },
      played: {
        length: parts.length,
        start: (at: number) => parts[at]?.[0],
        end: (at: number) => parts[at]?.[1],
      },
      eventTargets: [{ collector, transport }],
      addController: () => {},
    });
    for (const [name, value] of Object.entries(attributes)) host.setAttribute(name, value);
    return host;
  }

  /** Loads, and is pressed at once. */
  function follow(press: Press): void {
    const request = {};
    session = new PlayerSession(createHost() as never);
    session.follow({ state, request, collector });
    session.follow({ state, request, collector, press });
  }

  /** The same. Resolves to the report of the press. */
  async function pressed(press: Press, meanwhile = () => {}): Promise<ReadEvent> {
    follow(press);
    meanwhile();
    await until(() => read.some(({ type }) => type === 'intent'));
    return read.find(({ type }) => type === 'intent')!;
  }

  beforeEach(() => {
    read.length = 0;
    attributes = {};
    parts = [[0, 0.1]];
    localStorage.removeItem(EARLY_EVENTS_KEY);
  });

  afterEach(() => {
    session.follow({ state: { status: 'idle' }, request: {} });
  });

  it('begins with the press', async () => {
    const press: Press = aPress();
    const intent = await pressed(press);
    expect(intent.by).to.equal('viewer');
    const elapsed = Date.parse(intent.emittedAt) - (Date.now() - performance.now());
    expect(elapsed).to.be.closeTo(press.elapsed, 20);
  });

  it('has the first frame from when the picture came', async () => {
    const press: Press = aPress();
    await pressed(press, () => (press.shownAt = press.elapsed + 150));
    await until(() => read.some(({ type }) => type === 'first-frame'));
    expect(read.find(({ type }) => type === 'first-frame')!.startup).to.equal(150);
  });

  it('reports a seek that is over by then', async () => {
    parts = [
      [0, 0.1],
      [5, 5.1],
    ];
    await pressed(aPress());
    session.follow({ state: { status: 'idle' }, request: {} });
    await until(() => read.some(({ type }) => type === 'leave'));
    const seeks = read.filter(({ type }) => type.startsWith('seek'));
    expect(seeks.map(({ type, from, to }) => [type, from, to])).to.deep.equal([['seek.forward', 0.1, 5]]);
  });

  describe('at the end of the page', () => {
    let ended: AbortController;
    let pressable: LazySession;
    beforeEach(() => {
      ended = new AbortController();
    });
    afterEach(() => {
      ended.abort();
      pressable.follow({ status: 'idle' }, {}, undefined);
    });

    /** Is pressed as a player is, and left once the code of sessions has it; resolves to the presses that the page has stored. */
    async function leave(hasReported: () => boolean): Promise<string[]> {
      pressable = new LazySession(createHost() as never);
      pressable.follow(state, {}, collector);
      pressable.intend(ended);
      await until(hasReported);
      await settled();
      dispatchEvent(new Event('pagehide'));
      const lines = localStorage.getItem(EARLY_EVENTS_KEY)?.split('\n') ?? [];
      return lines.filter((line) => readLine(line).type === 'press');
    }
    const intents = () => read.filter(({ type }) => type === 'intent');

    it('stores no press that it has reported', async () => {
      expect(await leave(() => intents().length > 0)).to.deep.equal([]);
      expect(intents()).to.have.lengthOf(1);
    });

    it('stores no press of a viewing of which it reports nothing', async () => {
      attributes = { 'sample-rate': '0' };
      expect(await leave(() => true)).to.deep.equal([]);
      expect(read).to.deep.equal([]);
    });
  });

  it('takes a press back that the page has stored, and begins with it', async () => {
    store();
    const another = localStorage.getItem(EARLY_EVENTS_KEY);
    await pressed(store());
    expect(localStorage.getItem(EARLY_EVENTS_KEY)).to.equal(another);
    expect(read.filter(({ type }) => type === 'intent').map(({ seq }) => seq)).to.deep.equal([0]);
  });

  it('continues after a press that another page has reported', async () => {
    follow({ ...aPress(), status: 'stored', key: 0.25 });
    await until(() => read.some(({ type }) => type === 'first-frame'));
    expect(read.map(({ seq }) => seq)).to.deep.equal(read.map((_, index) => index + 2));
    expect(read.some(({ type }) => type === 'intent')).to.equal(false);
  });

  it('reports nothing of a stored press that its rate leaves out', async () => {
    attributes = { 'sample-rate': '0' };
    follow(store());
    // An empty list may be removed at any time, once the store is open.
    await until(() => !localStorage.getItem(EARLY_EVENTS_KEY)?.trim());
    attributes = {};
    await pressed(aPress(0));
    expect(read.filter(({ type }) => type === 'intent')).to.have.lengthOf(1);
  });
});
