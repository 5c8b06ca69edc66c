import { expect } from 'chai';
import type { Playback } from '../../../../../src/core/wire/playback.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { cells } from '../../../../support/division.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

const BOARD = '/media/storyboard/index.vtt';

describe('<vh-player> preview pictures', () => {
  let player: PlayerHarness;
  const { fetch } = globalThis;
  let fetched: string[] = [];
  beforeEach(() => {
    fetched = [];
    globalThis.fetch = (input, init) => {
      fetched.push(input instanceof Request ? input.url : String(input));
      return fetch(input, init);
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    player.remove();
  });

  const begin = async (markup: string, prepare?: (element: PlayerHarness['element']) => void) => {
    player = await PlayerHarness.create(markup, prepare);
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls && player.element.duration > 7);
  };
  const boards = () => fetched.filter((url) => url.includes('storyboard'));
  /** The upper left corner of the shown part, in pixels of the image. */
  const corner = () => {
    const { x = 0, y = 0 } = player.preview?.getBoundingClientRect() ?? {};
    const [frame] = player.partsNamed('preview');
    const box = frame?.getBoundingClientRect();
    const scale = (box?.width ?? 0) / 160;
    return [((box?.x ?? 0) - x) / scale, ((box?.y ?? 0) - y) / scale].map(Math.round);
  };

  it('show the position under a pointer, and are not fetched before', async () => {
    await begin(`muted src="${FILMS.hls}" storyboard="${BOARD}"`);
    await settled();
    expect(boards()).to.deep.equal([]);
    player.pointAtSeekBar('pointermove', 0.3);
    await until(() => player.preview !== undefined);
    expect(corner()).to.deep.equal([160, 0]);
    player.pointAtSeekBar('pointermove', 0.9);
    expect(corner()).to.deep.equal([160, 90]);
    expect(player.tip).to.deep.equal(['0:07']);
    player.pointAtSeekBar('pointerleave', 0.9);
    expect(player.preview).to.equal(undefined);
    player.pointAtSeekBar('pointermove', 0.1);
    expect(player.preview).to.not.equal(undefined);
    expect(boards()).to.have.length(1);
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('come from a track of thumbnails, for a finger, too', async () => {
    await begin(
      `<vh-player muted src="${FILMS.hls}"><track kind="metadata" label="thumbnails" src="${BOARD}"></vh-player>`,
    );
    player.pointAtSeekBar('pointerdown', 0.6, { pointerType: 'touch' });
    await until(() => player.preview !== undefined);
    expect(corner()).to.deep.equal([0, 90]);
    player.pointAtSeekBar('pointerup', 0.6, { pointerType: 'touch' });
    expect(player.preview).to.equal(undefined);
  });

  it('come from the playback, for the keys, too', async () => {
    const playback: Playback = {
      ...{ kind: 'video', id: 'a', state: 'playable', hls: FILMS.hls, storyboard: BOARD },
      ...{ playlists: [], captions: [], chapters: [] },
    };
    await begin('muted', (element) => (element.playback = playback));
    player.press('End', words('player.seek'));
    player.press('5');
    await until(() => player.preview !== undefined);
    expect(corner()).to.deep.equal([0, 90]);
  });

  it('are left out when none is available, and the time still shows', async () => {
    await begin(`muted src="${FILMS.hls}" storyboard="/media/storyboard/gone.vtt"`);
    player.pointAtSeekBar('pointermove', 0.5);
    await until(() => boards().length === 1);
    await settled();
    player.pointAtSeekBar('pointermove', 0.6);
    expect(player.preview).to.equal(undefined);
    expect(player.tip).to.deep.equal(['0:04']);
    expect(boards()).to.have.length(1);
  });

  it('are left out where the page has taken them out', async () => {
    await begin(`muted src="${FILMS.hls}" storyboard="${BOARD}" without-preview`);
    player.pointAtSeekBar('pointermove', 0.5);
    await settled();
    expect(boards()).to.deep.equal([]);
  });

  it('follow the page to another storyboard', async () => {
    await begin(`muted src="${FILMS.hls}" storyboard="/media/storyboard/gone.vtt"`);
    player.pointAtSeekBar('pointermove', 0.5);
    await until(() => boards().length === 1);
    player.element.setAttribute('storyboard', BOARD);
    player.pointAtSeekBar('pointermove', 0.5);
    await until(() => player.preview !== undefined);
  });

  for (const width of cells([320, 640, 1200])) {
    it(`stay inside a player ${width} pixels wide, and cover less than half of its height`, async () => {
      await begin(`muted src="${FILMS.hls}" storyboard="${BOARD}"`);
      player.element.style.width = `${width}px`;
      player.pointAtSeekBar('pointermove', 0);
      await until(() => player.preview !== undefined);
      await player.faded();
      const box = player.element.getBoundingClientRect();
      const [frame] = player.partsNamed('preview').map((part) => part.getBoundingClientRect());
      expect(player.tipBox?.left).to.be.at.least(box.left);
      expect(player.tipBox?.top).to.be.at.least(box.top);
      expect(frame?.height).to.be.within(36, box.height / 2);
    });
  }

  it('are left out of a player that is too small for them', async () => {
    await begin(`muted src="${FILMS.hls}" storyboard="${BOARD}"`);
    player.element.style.width = '200px';
    player.pointAtSeekBar('pointermove', 0.5);
    await until(() => boards().length === 1);
    await settled();
    expect(player.preview).to.equal(undefined);
    expect(player.tip).to.deep.equal(['0:04']);
  });
});
