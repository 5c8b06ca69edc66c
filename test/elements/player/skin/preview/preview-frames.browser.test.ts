import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { requested } from '../../../../support/elements/page-requests.ts';
import { PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';

/** The small rendition, with I-frames; and with captions, for which all of hls.js is needed. */
const WITH_FRAMES = '/media/hls/iframes.m3u8';
const WITH_CAPTIONS = '/media/hls/iframes-captions.m3u8';
const BOARD = '/media/storyboard/index.vtt';
/** WebKitGTK shows no frame that stands alone, and gets the smallest rendition. Safari plays HLS natively, and never comes here. */
const showsSingleFrames = !/AppleWebKit(?!.*Chrom)/.test(navigator.userAgent);

describe('<vh-player> I-frames over the seek bar', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const begin = async (markup: string) => {
    player = await PlayerHarness.create(markup);
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls && player.element.duration > 7);
  };
  /** The I-frame over the seek bar; undefined while there is none to be seen. */
  const previewFrame = () => {
    const video = player.partsNamed('preview')[0]?.querySelector('video');
    const isSeen = player.tip.length > 0 && video?.checkVisibility({ visibilityProperty: true });
    return isSeen ? video : undefined;
  };

  /** Where the segment begins whose I-frame shows: each lasts for the two seconds of its segment. */
  const shown = () => {
    const frame = previewFrame();
    return frame && !frame.seeking ? Math.floor(frame.currentTime / 2) * 2 : undefined;
  };
  /** True where a picture is drawn: the film's sky is not black. */
  const hasPicture = () => {
    const frame = previewFrame();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [16, 9];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!frame || !context) return false;
    context.drawImage(frame, 0, 0, 16, 9);
    return context.getImageData(0, 0, 16, 9).data.some((value, at) => at % 4 !== 3 && value > 40);
  };

  for (const [build, src] of Object.entries({ small: WITH_FRAMES, whole: WITH_CAPTIONS }))
    it(`are shown where the stream has some and the page no pictures (${build} build of hls.js)`, async () => {
      await begin(`muted src="${src}"`);
      const { media } = player.element;
      const before = media.currentTime;
      const name = src.replace(/^.*\//, '');
      const asked = async (file: string) => (await requested(`/media/hls/${file}`)).length;
      await settled();
      const [manifests, lists] = [await asked(name), await asked('90p/iframes.m3u8')];
      player.pointAtSeekBar('pointermove', 0.3);
      await until(() => shown() === 2 && hasPicture());
      player.pointAtSeekBar('pointermove', 0.9);
      await until(() => shown() === 6 && hasPicture());
      expect(player.tip).to.deep.equal(['0:07']);
      // One who moves along the bar sees where they stopped.
      for (const part of [0.1, 0.5, 0.7, 0.3]) player.pointAtSeekBar('pointermove', part);
      await until(() => shown() === 2);
      const box = previewFrame()?.getBoundingClientRect();
      expect(box?.width).to.be.within(100, 240);
      expect(await axeViolations(player.element)).to.deep.equal([]);
      expect(await asked(name)).to.equal(manifests);
      if (showsSingleFrames) expect(await asked('90p/iframes.m3u8')).to.equal(lists + 1);
      expect(media.currentTime).to.equal(before);
      player.pointAtSeekBar('pointerleave', 0.9);
      expect(previewFrame()).to.equal(undefined);
    });

  it('come to a pointer that waits at the bar since before the stream was known', async () => {
    player = await PlayerHarness.create(`muted src="${WITH_FRAMES}"`);
    void player.element.play();
    await until(() => player.hasControls && player.element.duration > 7);
    player.pointAtSeekBar('pointermove', 0.3);
    await until(() => previewFrame() !== undefined);
  });

  it('make place for pictures of the page', async () => {
    await begin(`muted src="${WITH_FRAMES}"`);
    player.pointAtSeekBar('pointermove', 0.3);
    await until(() => previewFrame() !== undefined);
    const frame = previewFrame();
    player.element.setAttribute('storyboard', BOARD);
    player.pointAtSeekBar('pointermove', 0.3);
    await until(() => player.preview !== undefined);
    expect(previewFrame()).to.equal(undefined);
    // A hidden preview keeps nothing open.
    await until(() => frame?.hasAttribute('src') === false);
  });
});
