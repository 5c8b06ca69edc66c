import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlaybackFacts } from '../../../../src/elements/player/session/player-facts.ts';

class FakeHost extends EventTarget {
  paused = true;
  readonly media = Object.assign(new EventTarget(), { error: null });

  play(): void {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

function factsOf(host: FakeHost): PlaybackFacts {
  return new PlaybackFacts(host as never, { status: 'ready' } as never);
}

describe('PlaybackFacts', () => {
  it('knows that media keep playing that began while the code of the session loaded', () => {
    const host = new FakeHost();
    const facts = factsOf(host);
    host.play();
    facts.follow(() => {}, new AbortController().signal);
    assert.equal(facts.goesOn, true);
  });

  it('follows plays and pauses after that', () => {
    const host = new FakeHost();
    const facts = factsOf(host);
    facts.follow(() => {}, new AbortController().signal);
    assert.equal(facts.goesOn, false);
    host.play();
    assert.equal(facts.goesOn, true);
    host.pause();
    assert.equal(facts.goesOn, false);
  });
});
