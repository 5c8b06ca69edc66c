import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SandboxState } from '../../packages/vh-elements-sandbox/src/page/state.ts';
import { film, seededBytes } from '../support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, SandboxUnderTest, textOf } from '../support/sandbox/sandbox.ts';
import { jpegHead } from '../support/sandbox/pictures.ts';
import { eventually } from '../support/eventually.ts';

const PART = 5 * 1024 * 1024;

describe('the state of the sandbox', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const state = async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/state`);
    return (await response.json()) as SandboxState;
  };
  const videoOf = async (id: string) => {
    const { videos } = await state();
    const found = videos.shown.find(({ videoId }) => videoId === id);
    assert.ok(found);
    return found;
  };

  it('counts what arrives as it is sent', async () => {
    const token = await sandbox.token();
    const inParts = await sandbox.video();
    await sandbox.part(token, seededBytes(PART), 'part 2/3', { videoId: inParts });
    assert.deepEqual((await videoOf(inParts)).arrived, { unit: 'parts', count: 1, total: 3 });
    const inBytes = await sandbox.video();
    const range = `bytes 0-${String(PART - 1)}/${String(2 * PART)}`;
    await sandbox.part(token, seededBytes(PART), range, { videoId: inBytes });
    assert.deepEqual((await videoOf(inBytes)).arrived, { unit: 'bytes', count: PART, total: 2 * PART });
    assert.equal((await videoOf(inBytes)).status, 'uploading');
    assert.equal((await videoOf(await sandbox.video())).arrived, null);
  });

  it('shows and plays private videos too', async () => {
    const made = await sandbox.ask('POST', '/videos', { json: { title: 'Mine', public: false } });
    const videoId = textOf(made.body, 'videoId');
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    assert.equal((await videoOf(videoId)).thumbnail, null);
    await sandbox.ask('POST', `/videos/${videoId}/thumbnail`, {
      form: formOf(jpegHead(16, 9), { name: 'a.jpg' }),
    });
    const { thumbnail, page } = await videoOf(videoId);
    const picture = await fetch(`${sandbox.url}/${thumbnail ?? ''}`);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
    const led = await fetch(`${sandbox.url}/${page}`, { redirect: 'manual' });
    assert.equal(led.status, 302);
    const player = new URL(led.headers.get('location') ?? '');
    player.pathname += '/playback';
    assert.equal((await fetch(player)).status, 200);
    assert.equal((await fetch(`${sandbox.url}/_sandbox/watch/none`)).status, 404);
    assert.equal((await fetch(`${sandbox.url}/_sandbox/pictures/none`)).status, 404);
  });

  it('names live streams, those on the air first, and leads to private ones', async () => {
    const create = async (name: string, isPublic: boolean) => {
      const made = await sandbox.ask('POST', '/live-streams', { json: { name, public: isPublic } });
      return textOf(made.body, 'liveStreamId');
    };
    const hidden = await create('Backstage', false);
    await create('Sunday', true);
    await sandbox.ask('POST', `/live-streams/${hidden}/_synthetic`);
    const first = async () => (await state()).liveStreams[0];
    await eventually(async () => (await first())?.isBroadcasting || undefined);
    const { name, page } = (await first()) ?? {};
    assert.equal(name, 'Backstage');
    const led = await fetch(`${sandbox.url}/${page ?? ''}`, { redirect: 'manual' });
    assert.match(led.headers.get('location') ?? '', /\/embed\/live\/\w+\?token=[\da-f-]{36}$/);
  });
});
