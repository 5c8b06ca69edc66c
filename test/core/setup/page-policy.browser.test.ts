import { expect } from 'chai';
import type { Playback } from '../../../src/core/wire/playback.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { optimizeFile } from '../../../src/upload/optimize/optimize-file.ts';
import { FILMS, PlayerHarness, until } from '../../support/elements/player-harness.ts';

// It holds for the rest of this page: a policy never becomes wider.
describe('a page whose policy lacks what nobody waits for', () => {
  const page = globalThis.console;
  const { error } = page;
  let lines: string[];
  let player: PlayerHarness | undefined;
  before(() => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'content-security-policy';
    policy.content = "media-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'none'";
    document.head.append(policy);
  });
  beforeEach(() => {
    lines = [];
    page.error = (line: unknown) => void lines.push(String(line));
  });
  afterEach(() => {
    page.error = error;
    player?.remove();
    player = undefined;
  });

  /** The one line about it. */
  const says = async (advice: string) => {
    const ours = () => lines.filter((line) => line.startsWith('vh-elements: blocked-by-policy: '));
    await until(
      () => ours().length > 0,
      () => lines,
    );
    expect(ours().join()).to.contain(advice);
    expect(ours()).to.have.length(1);
  };
  const film: Playback = {
    ...{ kind: 'video', id: 'a', state: 'playable', mp4: FILMS.mp4 },
    ...{ playlists: [], captions: [], chapters: [] },
  };

  it('has a line about a poster', async () => {
    const markup = 'load="now" poster="https://pictures.example/film/poster.jpg?token=secret"';
    player = await PlayerHarness.create(markup, (element) => (element.playback = film));
    await says('lacks https://pictures.example in img-src: add it.');
    expect(lines.join()).to.not.contain('secret');
  });

  it('has a line about a collector', async () => {
    player = await PlayerHarness.create('muted collector-url="https://collector.example/v1"', (element) => {
      element.playback = film;
    });
    await player.element.play();
    await player.untilPlayed(0.1);
    await says('lacks https://collector.example in connect-src: add it.');
  });

  it('has a line about HLS, whose media are made in the page', async () => {
    player = await PlayerHarness.create(`muted src="${FILMS.hls}"`);
    player.element.play().catch(() => undefined);
    await says('lacks blob: in media-src: add it.');
  });

  it('has a line about the worker that makes a film smaller', async () => {
    const bytes = await (await fetch(FILMS.mp4)).blob();
    const file = new File([bytes], 'dusk.mp4', { type: 'video/mp4' });
    const info = await inspectFile(file, { timeoutMs: 60_000 });
    expect(await optimizeFile(file, info, { maxHeight: 90, maxBitrate: 20_000 })).to.equal(file);
    if (typeof VideoEncoder === 'undefined') return;
    await says('in worker-src: add it.');
  });
});
