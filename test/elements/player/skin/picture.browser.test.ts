import { expect } from 'chai';
import { cells } from '../../../support/division.ts';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { settled } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';

describe('<vh-player> and its picture', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const play = async (attributes = '', width = 640) => {
    player = await PlayerHarness.create(`muted src="${FILMS.hls}" ${attributes}`);
    if (player.element.parentElement) player.element.parentElement.style.width = `${width}px`;
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(words('player.captions')));
  };
  /** Plays a film with that text as its captions. */
  const playWith = async (cues: string) => {
    const src = URL.createObjectURL(new Blob([`WEBVTT\n\n${cues}`], { type: 'text/vtt' }));
    player = await PlayerHarness.create(
      `<vh-player muted loop src="${FILMS.mp4}"><track kind="captions" srclang="en" src="${src}"></vh-player>`,
    );
    await player.element.play();
    await until(() => player.has(words('player.captions')));
    player.press('c');
  };
  const boxOf = (name: string) => player.control(name).getBoundingClientRect();
  const cue = () => player.partsNamed('cue')[0];
  const showCaptions = async () => {
    player.press('c');
    await until(() => cue() !== undefined);
  };

  for (const width of cells([200, 320, 640, 1200])) {
    it(`shows captions that can be read, above the bar, ${width} pixels wide`, async () => {
      await play('loop', width);
      await showCaptions();
      player.element.pause();
      await until(() => player.element.matches(':state(controls)') && player.element.paused);
      const height = player.element.clientHeight;
      const size = parseFloat(getComputedStyle(cue() ?? player.element).fontSize);
      expect(size).to.be.at.least(Math.max(14, height * 0.05) - 0.01);
      const top = () => boxOf(words('player.seek')).top;
      await until(() => (cue()?.getBoundingClientRect().bottom ?? Infinity) <= top() + 1);
      const { left, right } = cue()?.getBoundingClientRect() ?? new DOMRect();
      const frame = player.element.getBoundingClientRect();
      expect(left - frame.left).to.be.at.least(8);
      expect(frame.right - right).to.be.at.least(8);
    });
  }

  it('shows captions as text and never as markup of the player', async () => {
    await playWith('00:00.000 --> 01:00.000\n<c.stage>A</c> <b>&lt;i&gt;</b>\n');
    await until(() => cue()?.textContent === 'A <i>');
    expect(cue()?.querySelector('[class]:not(.cue > span)')).to.equal(null);
  });

  it('puts a cue where its author wants it', async () => {
    await playWith('00:00.000 --> 01:00.000 line:10% position:0% align:start size:40%\nAbove\n');
    await until(() => cue()?.textContent === 'Above');
    const frame = player.element.getBoundingClientRect();
    const { top, left } = cue()?.getBoundingClientRect() ?? new DOMRect();
    expect(top - frame.top).to.be.lessThan(frame.height / 3);
    expect(left - frame.left).to.be.lessThan(frame.width / 10);
  });

  for (const [begin, end] of [
    ['enterpictureinpicture', 'leavepictureinpicture'],
    ['webkitbeginfullscreen', 'webkitendfullscreen'],
  ] as const) {
    it(`leaves captions to the platform from ${begin} to ${end}`, async () => {
      await playWith('00:00.000 --> 01:00.000\nWords\n');
      await until(() => cue()?.textContent === 'Words');
      const { media } = player.element;
      const platformDraws = () => !media.classList.contains('own-cues');
      expect(platformDraws()).to.equal(false);
      media.dispatchEvent(new Event(begin));
      await until(() => cue() === undefined);
      expect(platformDraws()).to.equal(true);
      expect([...media.textTracks].map(({ mode }) => mode)).to.deep.equal(['showing']);
      media.dispatchEvent(new Event(end));
      await until(() => cue()?.textContent === 'Words');
      expect(platformDraws()).to.equal(false);
    });
  }

  for (const width of cells([200, 320])) {
    it(`has a small layout, ${width} pixels wide: a large button in the middle, the bar below`, async () => {
      await play('', width);
      player.element.pause();
      await until(() => player.has(words('player.play')));
      const frame = player.element.getBoundingClientRect();
      const play_ = boxOf(words('player.play'));
      expect((play_.left + play_.right) / 2).to.be.closeTo((frame.left + frame.right) / 2, 2);
      expect((play_.top + play_.bottom) / 2).to.be.closeTo((frame.top + frame.bottom) / 2, 6);
      const names = ['unmute', 'captions', 'settings'] as const;
      const boxes = [
        play_,
        boxOf(words('player.seek')),
        ...names.map((name) => boxOf(words(`player.${name}`))),
      ];
      for (const [at, one] of boxes.entries()) {
        expect(one.left, String(at)).to.be.at.least(frame.left - 1);
        expect(one.right, String(at)).to.be.at.most(frame.right + 1);
        for (const other of boxes.slice(at + 1)) {
          const apart =
            one.right <= other.left + 1 ||
            other.right <= one.left + 1 ||
            one.bottom <= other.top + 1 ||
            other.bottom <= one.top + 1;
          expect(apart, `${at}: ${JSON.stringify([one, other])}`).to.equal(true);
        }
      }
      expect(boxOf(words('player.seek')).bottom).to.be.greaterThan(frame.bottom - 48);
    });
  }

  it('shows the title again when it is paused', async () => {
    await play('heading="Dusk &lt;b>"');
    player.element.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    player.element.pause();
    await until(() => player.element.matches(':state(controls)') && player.shows('Dusk <b>'));
  });

  it('offers to watch again at the end, in large, and what the page has for it', async () => {
    await play('start-time="7"');
    await next(player.element, 'ended');
    await until(() => player.partsNamed('end-screen').length === 1);
    const [big] = player.partsNamed('replay-button');
    expect(big?.getBoundingClientRect().width).to.be.at.least(64);
    const own = document.createElement('a');
    own.slot = 'end-screen';
    own.textContent = 'More';
    player.element.append(own);
    expect(own.checkVisibility()).to.equal(true);
    expect(big?.getBoundingClientRect().width).to.equal(0);
    own.remove();
    big?.click();
    await until(() => !player.element.ended && player.partsNamed('end-screen').length === 0);
  });

  it('does not flicker at a double click', async () => {
    await play('without-fullscreen loop');
    let pauses = 0;
    player.element.addEventListener('pause', () => (pauses += 1));
    player.clickPicture();
    player.clickPicture();
    const { currentTime } = player.element;
    await until(
      () => player.element.currentTime > currentTime + 0.6 || player.element.currentTime < currentTime,
    );
    expect(pauses).to.equal(0);
    player.clickPicture();
    await until(() => player.element.paused);
  });

  it('skips at a double tap, ten seconds to the side that is tapped', async () => {
    await play();
    player.element.pause();
    const tap = (part: number) => {
      for (const type of ['pointerdown', 'pointerup', 'click'])
        player.pointAtPicture(type, { pointerType: 'touch' }, part);
    };
    tap(0.9);
    tap(0.9);
    await until(() => player.element.currentTime > 7);
    expect(player.shows('+10 s')).to.equal(true);
    await settled();
    tap(0.1);
    tap(0.1);
    tap(0.1);
    await until(() => player.element.currentTime === 0);
  });

  it('plays at double speed while it is held', async () => {
    await play('loop');
    player.pointAtPicture('pointerdown');
    await until(() => player.element.playbackRate === 2);
    expect(player.shows('2×')).to.equal(true);
    player.pointAtPicture('pointerup');
    player.pointAtPicture('click');
    expect(player.element.playbackRate).to.equal(1);
    await settled(30);
    expect(player.element.paused, 'the press was no click').to.equal(false);
  });

  it('fills the hairline of a rendition that is nearly of its shape', async () => {
    await play();
    const fit = () => getComputedStyle(player.element.media).objectFit;
    await until(() => fit() === 'cover');
    player.element.style.aspectRatio = '4 / 3';
    await until(() => fit() === 'contain');
  });
});
