import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf } from './support/typed-answer.ts';
import { png } from '../support/sandbox/pictures.ts';
import { SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const UNNAMED = [
  'assets',
  'backgroundBottom',
  'backgroundText',
  'backgroundTop',
  'createdAt',
  'enableApi',
  'enableControls',
  'forceAutoplay',
  'forceLoop',
  'hideTitle',
  'link',
  'linkActive',
  'linkHover',
  'playerId',
  'text',
  'trackBackground',
  'trackPlayed',
  'trackUnplayed',
  'updatedAt',
];

describe('players and watermarks, asked by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url);
  });
  after(() => sandbox.end());

  it('makes a player of nothing, with every default', async () => {
    const made = await official.client.playerThemes.create();
    assert.deepEqual(attributesOf(made, 'PlayerTheme'), UNNAMED);
    assert.match(made.playerId, /^pl\w{22}$/);
    assert.deepEqual(
      [made.text, made.trackPlayed, made.backgroundTop, made.enableControls, made.forceLoop],
      ['rgba(255, 255, 255, 1)', 'rgba(88, 131, 255, .95)', 'rgba(0, 0, 0, .7)', true, false],
    );
    assert.deepEqual(await official.client.playerThemes.get(made.playerId), made);
  });

  it('changes and lists players', async () => {
    const { playerThemes } = official.client;
    const { playerId } = await playerThemes.create({ name: 'B', hideTitle: true });
    await playerThemes.create({ name: 'A' });
    const changed = await playerThemes.update(playerId, { link: 'rgba(1, 2, 3, .4)', forceAutoplay: true });
    assert.deepEqual(attributesOf(changed, 'PlayerTheme'), [...UNNAMED, 'name'].sort());
    assert.deepEqual(
      [changed.link, changed.hideTitle, changed.forceAutoplay],
      ['rgba(1, 2, 3, .4)', true, true],
    );
    const list = await playerThemes.list({ sortBy: 'name', sortOrder: 'desc', pageSize: 1 });
    assert.deepEqual(attributesOf(list, 'PlayerThemesListResponse'), ['data', 'pagination']);
    assert.equal(list.data[0]?.playerId, playerId);
  });

  it('gives a player a logo with a link, and takes it away', async () => {
    const { playerThemes } = official.client;
    const { playerId } = await playerThemes.create({ name: 'Logo' });
    const given = await playerThemes.uploadLogo(playerId, png(100, 50), 'https://brand.example/');
    assert.deepEqual(attributesOf(given.assets, 'PlayerThemeAssets'), ['link', 'logo']);
    assert.equal(given.assets?.link, 'https://brand.example/');
    assert.equal((await fetch(given.assets.logo ?? '')).status, 200);
    await playerThemes.deleteLogo(playerId);
    assert.equal((await playerThemes.get(playerId)).assets?.logo ?? null, null);
    assert.equal((await refusalOf(playerThemes.uploadLogo(playerId, png(201, 50))))[0], 400);
  });

  it('deletes a player, and a video can do without', async () => {
    const { playerThemes, videos } = official.client;
    const { playerId } = await playerThemes.create({ name: 'Gone' });
    const { videoId } = await videos.create({ title: 'Played', playerId });
    assert.equal((await videos.get(videoId)).playerId, playerId);
    await playerThemes.delete(playerId);
    assert.deepEqual(await refusalOf(playerThemes.get(playerId)), [404, 'resource-not-found', 'playerId']);
    assert.equal((await videos.get(videoId)).videoId, videoId);
  });

  it('takes, lists and deletes watermarks', async () => {
    const { watermarks } = official.client;
    const made = await watermarks.upload(png(20, 20));
    assert.deepEqual(attributesOf(made, 'Watermark'), ['createdAt', 'watermarkId']);
    assert.match(made.watermarkId ?? '', /^watermark_\w{22}$/);
    const list = await watermarks.list({ sortBy: 'createdAt', sortOrder: 'asc' });
    assert.deepEqual(attributesOf(list, 'WatermarksListResponse'), ['data', 'pagination']);
    assert.deepEqual(list.data, [made]);
    await watermarks.delete(made.watermarkId ?? '');
    assert.deepEqual(await refusalOf(watermarks.delete(made.watermarkId ?? '')), [
      404,
      'resource-not-found',
      'watermarkId',
    ]);
    assert.deepEqual((await refusalOf(watermarks.upload(Buffer.from('no picture')))).slice(0, 2), [
      400,
      'uploaded-file-extension-invalid',
    ]);
  });

  it('has no operation that was not asked for', () => {
    assert.deepEqual(official.unused('playerThemes', 'watermarks'), []);
  });
});
