import { expect } from 'chai';
import { UnfinishedUploads } from '../../src/upload/resume/unfinished-uploads.ts';
import { KeepingCollector } from './support/keeping-collector.ts';
import { FILMS, PlayerHarness } from '../support/elements/player-harness.ts';
import { makeOwnFile } from '../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show } from '../support/elements/uploader-page.ts';
import { until } from '../support/until.ts';

/** All that the elements keep. What is new belongs here, and into docs/security.md: whose is it after a sign-out? */
const KNOWN = [
  // The device's: they name no person and no video.
  ...['local vh-player', 'local vh-captions', 'local vh-caption-style', 'local vh-line', 'local vh-consent'],
  'session vh-tab',
  // A visitor's.
  'local vh-caption-delays',
  ...['local vh-positions', 'local vh-session-events', 'files vh-recordings', 'files vh-kept-files'],
  ...['database vh-elements', 'database vh-session-events'],
];

/** The names of what this origin keeps, each with its kind. */
async function stores(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const files: string[] = [];
  for await (const [name] of root.entries()) files.push(`files ${name}`);
  const databases = (await indexedDB.databases()).map(({ name }) => `database ${name ?? ''}`);
  return [
    ...Object.keys(localStorage).map((key) => `local ${key}`),
    ...Object.keys(sessionStorage).map((key) => `session ${key}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...databases,
    ...files,
    // Others are the test runner's.
  ].filter((name) => name.includes(' vh'));
}

describe('A visitor who signs out of a page with an uploader and a player', () => {
  let collector: KeepingCollector;
  let player: PlayerHarness;

  beforeEach(async () => {
    setUpPage();
    collector = await KeepingCollector.open();
  });

  afterEach(async () => {
    player.remove();
    await collector.close();
    await clearPage();
  });

  const watch = (subject: string) =>
    PlayerHarness.create(
      `muted collector-format="vh" collector-url="${collector.url}" subject="${subject}"`,
      (element) => {
        element.playback = {
          ...{
            kind: 'video',
            id: 'vi-sign-out',
            state: 'playable',
            playlists: [],
            captions: [],
            chapters: [],
          },
          mp4: FILMS.mp4,
        };
      },
      'another',
    );

  it('leaves nothing to the next one, in no store', async () => {
    const [anna, ben] = [`anna-${crypto.randomUUID()}`, `ben-${crypto.randomUUID()}`];
    const uploader = await show({ subject: anna });
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeOwnFile('holiday.mp4'));
    await uploader.until(() => service.seen.length === 3);
    player = await watch(anna);
    player.element.volume = 0.3;
    await player.element.play();
    await until(() => collector.types().includes('play'));
    collector.isAway = true;
    player.element.pause();
    await until(async () => (await collector.storedOf(anna)).includes('pause'));

    uploader.element.subject = player.element.subject = ben;
    await uploader.element.updateComplete;
    await player.element.updateComplete;
    await until(async () => (await collector.storedOf(anna)).includes('leave'));
    expect(uploader.everything).to.not.contain('holiday.mp4');
    const { grant, backend } = uploader.element;
    expect(await new UnfinishedUploads(() => ({ grant, backend, subject: ben })).list()).to.deep.equal([]);
    expect(await collector.storedOf(ben)).to.not.include.members(['pause']);
    await until(async () => (await stores()).includes('database vh-elements'));
    expect(KNOWN).to.include.members(await stores());

    collector.isAway = false;
    dispatchEvent(new Event('online'));
    await until(() => collector.types(collector.viewings[0]).includes('leave'));
    const [, next = 'none'] = collector.viewings;
    expect(collector.events(next).some(({ by }) => by === 'viewer')).to.equal(false);
    expect(collector.types(next)).to.not.include('pause');
  });
});
