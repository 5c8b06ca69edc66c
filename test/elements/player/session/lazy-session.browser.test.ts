import { expect } from 'chai';
import { EARLY_EVENTS_KEY } from '../../../../src/session/stored/press.ts';
import { LazySession } from '../../../../src/elements/player/session/lazy-session.ts';
import { sourceOfAddresses } from '../../../../src/playback/source/playback-source.ts';

describe('A press on a player that is left before the code of sessions is there', () => {
  let ended: AbortController;

  beforeEach(() => {
    localStorage.removeItem(EARLY_EVENTS_KEY);
    ended = new AbortController();
  });

  afterEach(() => {
    ended.abort();
    localStorage.removeItem(EARLY_EVENTS_KEY);
  });

  function leave(attributes: Record<string, string>, properties: object = {}): string | null {
    const host = Object.assign(document.createElement('div'), {
      ...{ media: {}, withoutEvents: false },
      ...properties,
    });
    for (const [name, value] of Object.entries(attributes)) host.setAttribute(name, value);
    const session = new LazySession(host as never);
    const source = { ...sourceOfAddresses([]), id: 'vi1' };
    session.follow({ status: 'resolved', source }, {}, 'https://collector.example/');
    session.intend(ended);
    dispatchEvent(new Event('pagehide'));
    return localStorage.getItem(EARLY_EVENTS_KEY);
  }

  it('is stored at the end of the page', () => {
    expect(leave({})).to.contain('"vi1"');
  });

  it('is stored with the share of viewings that are reported', () => {
    const stored = leave({ 'collector-format': 'vh', 'sample-rate': '0.1' });
    expect(stored).to.contain('"formats":"vh"').and.to.contain('"sampleRate":"0.1"');
  });

  it('is stored once, also by a page that comes back and is left again', () => {
    const stored = leave({});
    dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem(EARLY_EVENTS_KEY)).to.equal(stored);
  });

  it('is not stored where visitors may opt out: who has is not known yet', () => {
    expect(leave({ 'respect-opt-out': '' })).to.equal(null);
  });

  it('is not stored where the page has turned events off after the press', () => {
    expect(leave({}, { withoutEvents: true })).to.equal(null);
  });
});
