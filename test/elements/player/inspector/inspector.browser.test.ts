import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

describe('<vh-player> inspect()', () => {
  let player: PlayerHarness;
  // A browser keeps 250 requests, and a page of tests has made about as many for its modules when a film begins.
  before(() => performance.setResourceTimingBufferSize(2_000));
  afterEach(() => player.remove());

  const inspector = () => player.partsNamed('inspector')[0];
  const facts = () =>
    Object.fromEntries(
      [...(inspector()?.querySelectorAll('dt') ?? [])].map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent ?? '',
      ]),
    );
  const cellsOf = (group: string) =>
    [...(inspector()?.querySelectorAll(`[aria-label="${group}"] td`) ?? [])].map((cell) => cell.textContent);
  const open = async (attributes: string) => {
    player = await PlayerHarness.create(`muted loop ${attributes}`);
    await player.element.play();
    await player.element.inspect();
    await until(
      () => facts()['State'] === 'playing',
      () => facts(),
    );
  };

  it('shows state, rendition, buffer and requests of a stream', async () => {
    await open(`src="${FILMS.hls}"`);
    await until(
      () => /^\d+p/.test(facts()['Rendition'] ?? '') && /^\d/.test(facts()['Buffer'] ?? ''),
      () => facts(),
    );
    await until(
      () => cellsOf('Requests').includes('playlist') && cellsOf('Requests').includes('segment'),
      () => cellsOf('Requests'),
    );
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('shows how fast the segments came, and not what the browser or an earlier visit says', async () => {
    const own = Object.getOwnPropertyDescriptor(navigator, 'connection');
    Object.defineProperty(navigator, 'connection', {
      value: { downlink: 0.05, effectiveType: '2g' },
      configurable: true,
    });
    localStorage.setItem('vh-line', '40000');
    try {
      await open(`src="${FILMS.mp4}"`);
      expect(facts()['Line']).to.equal('not measured');
      player.remove();
      await open(`src="${FILMS.hls}"`);
      const measured = () => /^([\d.]+) Mbit\/s$/.exec(facts()['Line'] ?? '')?.[1];
      await until(
        () => measured() !== undefined,
        () => facts(),
      );
      // Of this machine, and not 0.05.
      expect(Number(measured())).to.be.above(1);
    } finally {
      localStorage.removeItem('vh-line');
      if (own) Object.defineProperty(navigator, 'connection', own);
      else Reflect.deleteProperty(navigator, 'connection');
    }
  });

  it('shows the events of the session from when it opened', async () => {
    player = await PlayerHarness.create(
      `muted loop src="${FILMS.hls}" video-id="film" collector-url="/nowhere"`,
    );
    await player.element.inspect();
    const untilShown = (type: string) =>
      until(
        () => cellsOf('Session events').includes(type),
        () => cellsOf('Session events'),
      );
    await player.element.play();
    await untilShown('play');
    player.element.pause();
    await untilShown('pause');
    await until(
      () => facts()['State'] === 'paused',
      () => facts(),
    );
  });

  it('stays within the player, above the bar, and reads from left to right on every page', async () => {
    await open(`src="${FILMS.mp4}" dir="rtl" lang="ar"`);
    const box = inspector()?.getBoundingClientRect();
    const around = player.element.getBoundingClientRect();
    if (!box) throw new TypeError('There is no inspector.');
    expect([box.left, box.top]).to.deep.equal([around.left, around.top]);
    expect(box.right).to.be.at.most(around.right);
    expect(box.bottom).to.be.below(around.bottom - 40);
    const heading = inspector()?.querySelector('h2');
    const close = inspector()?.querySelector('[aria-label=Close]');
    expect(heading?.getBoundingClientRect().left).to.be.below(close?.getBoundingClientRect().left ?? 0);
    expect(inspector()?.lang).to.equal('en');
  });

  it('shows facts first in a small player, and history first in a large one', async () => {
    await open(`src="${FILMS.mp4}" style="width: 320px"`);
    const topOf = (selector: string) =>
      inspector()?.querySelector(selector)?.getBoundingClientRect().top ?? NaN;
    expect(topOf('dl')).to.be.below(topOf('canvas'));
    player.element.style.width = '640px';
    expect(topOf('canvas')).to.be.below(topOf('dl'));
  });

  it('closes by Escape without a pause, and opens again', async () => {
    await open(`src="${FILMS.mp4}"`);
    inspector()?.querySelector<HTMLElement>('[aria-label=Close]')?.focus();
    player.pressFocused('Escape');
    expect(inspector()).to.equal(undefined);
    expect(player.element.paused).to.equal(false);
    await player.element.inspect();
    await until(() => inspector() !== undefined);
  });
});
