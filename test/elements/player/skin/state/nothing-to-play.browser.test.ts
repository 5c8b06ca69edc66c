import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> that has been given nothing to play', () => {
  const page = globalThis.console;
  const { error } = page;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    page.error = (line: unknown) => void lines.push(String(line));
  });
  afterEach(() => {
    page.error = error;
    for (const player of document.querySelectorAll('vh-player')) player.parentElement?.remove();
  });

  it('says so after a press, to the viewer and on the console, instead of a spinner', async () => {
    const player = await PlayerHarness.create('');
    player.bigButton?.click();
    await until(() => player.message !== undefined);
    expect(player.message).to.equal(words('player.notFound'));
    expect(player.offers(words('player.retry'))).to.equal(false);
    await until(() => lines.length > 0);
    expect(lines.join()).to.match(
      /^vh-elements: invalid-use: <vh-player> has nothing to play\. Set src, video-id/,
    );
  });

  it('plays as soon as the page brings a source', async () => {
    const player = await PlayerHarness.create('muted');
    player.bigButton?.click();
    await until(() => player.message !== undefined);
    player.element.src = FILMS.mp4;
    // The controls, and the message with them, are drawn a moment after the first picture.
    await until(() => player.element.currentTime > 0 && player.message === undefined);
  });

  it('says nothing where the press itself brings the source', async () => {
    const player = await PlayerHarness.create('muted');
    player.element.addEventListener('play', () => (player.element.src = FILMS.mp4), { once: true });
    player.bigButton?.click();
    await until(() => player.element.currentTime > 0);
    expect(lines).to.deep.equal([]);
  });

  it('leaves the promise of play() open, as a native element', async () => {
    const player = await PlayerHarness.create('muted');
    const played = player.element.play();
    await until(() => player.message !== undefined);
    player.element.src = FILMS.mp4;
    await played;
  });
});
