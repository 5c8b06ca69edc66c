import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../support/elements/player-harness.ts';
import { words } from '../../support/words.ts';

describe('a page that follows "From Video.js or Plyr" of docs/migration.md', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  /** A film that plays, with its controls. */
  const begin = async (attributes: string, children = '') => {
    player = await PlayerHarness.create(`<vh-player muted loop ${attributes}>${children}</vh-player>`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const settings = async (row: string) => {
    await player.openSettings(row);
    return player.menu.slice(1);
  };
  const film = `src="${FILMS.mp4}"`;

  /** What each row promises, by the names of the other player in it. */
  const rows: Record<string, () => Promise<void>> = {
    '<video class="video-js"> and videojs(element, options); new Plyr(element, options)': () => begin(film),
    'player.src({ src, type }); player.source = { … }': async () => {
      await begin('', `<source src="${FILMS.mp4}" type="video/mp4">`);
      player.element.src = FILMS.hls;
      await player.element.play();
      await until(() => player.element.currentSrc.endsWith(FILMS.hls) && player.element.currentTime > 0);
    },
    'player.currentTime(10), player.volume(0.5) of Video.js': async () => {
      await begin(film);
      player.element.currentTime = 4;
      player.element.volume = 0.5;
      await until(() => player.element.media.currentTime >= 4);
      expect(player.element.media.volume).to.equal(0.5);
    },
    "player.on('timeupdate', …), player.one(…)": async () => {
      await begin(film);
      await next(player.element, 'timeupdate');
    },
    'player.dispose(), player.destroy()': async () => {
      await begin(film);
      const { media } = player.element;
      player.remove();
      await until(() => media.paused);
    },
    'fluid, aspectRatio, ratio': async () => {
      await begin(`${film} style="aspect-ratio: 4 / 1"`);
      const { width, height } = player.element.getBoundingClientRect();
      expect(width / height).to.be.closeTo(4, 0.05);
    },
    'playbackRates, speed': async () => {
      await begin(`${film} speeds="1 3"`);
      expect(await settings(words('player.speed'))).to.deep.equal([words('player.normalSpeed'), '3×']);
    },
    'seekTime, userActions.hotkeys, keyboard': async () => {
      await begin(`${film} skip-seconds="3"`);
      player.element.pause();
      player.element.currentTime = 0;
      await until(() => player.element.currentTime === 0 && !player.element.seeking);
      player.press('l');
      await until(() => player.element.currentTime === 3);
      player.remove();
      await begin(`${film} without-keys`);
      expect(player.press('k').defaultPrevented).to.equal(false);
      expect(player.element.paused).to.equal(false);
    },
    'controlBar: { … }, controls: [ … ]': async () => {
      await begin(`${film} without-volume`);
      expect([player.has(words('player.unmute')), player.has(words('player.fullscreen'))]).to.deep.equal([
        false,
        true,
      ]);
      player.element.withoutControls = true;
      await until(() => !player.hasControls);
    },
    'textTracks(), captions': async () => {
      await begin(film, '<track kind="captions" srclang="en" label="English" src="/media/captions/en.vtt">');
      expect([...player.element.textTracks].map(({ language }) => language)).to.deep.equal(['en']);
      player.press('c');
      await until(() => player.element.textTracks[0]?.mode === 'showing');
    },
    'chapters tracks, markers': async () => {
      await begin(film);
      player.element.chapters = [
        { title: 'Dawn', startTime: 0 },
        { title: 'Dusk', startTime: 2 },
      ];
      player.element.markers = [{ time: 1, title: 'A bird' }];
      player.element.pause();
      player.element.currentTime = 2.5;
      const story = () => {
        const { chapters, currentTime, duration, readyState, paused } = player.element;
        return { chapters, currentTime, duration, readyState, paused };
      };
      await until(() => player.element.currentChapter?.title === 'Dusk', story);
      await until(() => player.has(words('player.chapterNow', { name: 'Dusk' })));
    },
    'previewThumbnails, the plugin for sprite thumbnails': async () => {
      await begin(`${film} storyboard="/media/storyboard/index.vtt"`);
      player.pointAtSeekBar('pointermove', 0.5, { pointerType: 'mouse' });
      await until(() => player.preview !== undefined);
    },
    'the plugin for quality levels, quality': async () => {
      await begin(`src="${FILMS.hls}"`);
      const [smallest] = player.element.qualities;
      expect(player.element.qualities.length).to.be.above(1);
      player.element.quality = smallest ?? 'auto';
      await until(() => player.element.currentQuality === smallest);
    },
    'the class names of a skin': async () => {
      await begin(`${film} class="migrated"`);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.migrated::part(bar) { opacity: 0.5 }');
      document.adoptedStyleSheets.push(sheet);
      const [bar] = player.partsNamed('bar');
      expect(bar && getComputedStyle(bar).opacity).to.equal('0.5');
      document.adoptedStyleSheets.pop();
    },
  };
  for (const [there, tryIt] of Object.entries(rows)) it(`finds in place of ${there} what it says`, tryIt);

  it('has tried each row', async () => {
    const page = await (await fetch('/docs/migration.md')).text();
    const [, section = ''] = page.split('\n## From Video.js or Plyr\n');
    const cells = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) +\|/gm)];
    const named = cells.map(([, cell = '']) => cell.replaceAll('`', '')).filter((cell) => cell !== 'there');
    player = await PlayerHarness.create('');
    expect(Object.keys(rows)).to.have.members(named.filter((cell) => !/^-+$/.test(cell)));
  });
});
