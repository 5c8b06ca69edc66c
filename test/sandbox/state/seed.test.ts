import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { useSandbox } from '../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { createSandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { Problem } from '../../../packages/vh-elements-sandbox/src/http/problem.ts';
import { inRepository } from '../../support/repository.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

/** A busy machine packs a film slowly. */
const BUSY = { timeout: 60_000 };
const CUES = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n';

const SEED = {
  players: [{ name: 'Dark', text: 'rgba(1, 2, 3, 1)' }],
  videos: [
    {
      title: 'A film <b>',
      tags: ['one'],
      player: 'Dark',
      film: 3,
      captions: [{ language: 'en', text: CUES, default: true }],
      tokens: [{ ttl: 60 }],
      sessions: [
        {
          ago: '2d',
          referrer: 'https://site.example/',
          events: [
            { type: 'play', at: 0 },
            { type: 'seek.forward', from: 2, to: 3 },
          ],
        },
      ],
    },
    { title: 'Empty', public: false },
  ],
  liveStreams: [{ name: 'A stream', record: true, sessions: [{ events: [{ type: 'play' }] }] }],
  tokens: [{ ttl: 0 }],
  webhooks: [{ url: 'http://127.0.0.1:9/', events: ['session.ended'] }],
};

interface Page {
  data: Record<string, unknown>[];
  pagination: { itemsTotal: number };
}

describe('a seed', () => {
  const sandbox = useSandbox({ beforeAll: before, beforeEach, afterAll: after });
  const list = (where: string) => sandbox().ask<Page>('GET', where);
  const totals = async () => {
    const all = await Promise.all(
      ['/players', '/videos', '/live-streams', '/upload-tokens', '/webhooks'].map(list),
    );
    return all.map(({ pagination }) => pagination.itemsTotal);
  };

  it('makes all that it describes, and a film that plays', async () => {
    const seeded = await sandbox().seed(SEED, BUSY);
    assert.deepEqual(await totals(), [1, 2, 1, 2, 1]);
    const [first] = seeded.videos;
    assert.ok(first);
    const { videoId } = first;
    const video = await sandbox().ask('GET', `/videos/${videoId}`);
    assert.deepEqual(
      [video['title'], video['tags'], video['playerId']],
      ['A film <b>', ['one'], seeded.players[0]?.playerId],
    );
    const status = await sandbox().ask<{ encoding: { metadata: Record<string, unknown> } }>(
      'GET',
      `/videos/${videoId}/status`,
    );
    const { duration, videoCodec, audioCodec } = status.encoding.metadata;
    assert.deepEqual([duration, videoCodec, audioCodec], [3, 'h264', 'aac']);
    const { hls } = video['assets'] as { hls: string };
    assert.match(await (await fetch(hls)).text(), /^#EXTM3U[^]*LANGUAGE="en"/);
    const [caption] = (await list(`/videos/${videoId}/captions`)).data;
    assert.deepEqual([caption?.['srclang'], caption?.['default']], ['en', true]);
    assert.equal(await (await fetch(String(caption?.['src']))).text(), CUES);
    const bound = await sandbox().ask('GET', `/upload-tokens/${String(first.tokens[0])}`);
    assert.deepEqual([bound['videoId'], bound['ttl']], [videoId, 60]);
    const events = await list(`/analytics/sessions/${String(first.sessions[0])}/events`);
    assert.deepEqual(
      events.data.map(({ type, from, to }) => [type, from, to]),
      [
        ['play', undefined, undefined],
        ['seek.forward', 2, 3],
      ],
    );
    const ago = Date.now() - Date.parse(String(events.data[0]?.['emittedAt']));
    assert.ok(Math.abs(ago - 2 * 86_400_000) < 60_000, String(ago));
    const [live] = seeded.liveStreams;
    assert.equal((await list(`/analytics/sessions/${String(live?.sessions[0])}/events`)).data.length, 1);
    const webhook = await sandbox().ask('GET', `/webhooks/${String(seeded.webhooks[0]?.webhookId)}`);
    assert.equal(webhook['signatureSecret'], seeded.webhooks[0]?.signatureSecret);
    // It adds: a second one stands beside the first.
    await sandbox().seed({ tokens: [{}] });
    assert.deepEqual(await totals(), [1, 2, 1, 3, 1]);
  });

  it('is made of the example in the documentation', async () => {
    const guide = await readFile(inRepository('docs/sandbox.md'), 'utf8');
    const [, example = ''] = /## Seed it[^]*?```json\n([^]*?)```/.exec(guide) ?? [];
    const { videos } = await sandbox().seed(JSON.parse(example) as Record<string, unknown>, BUSY);
    assert.equal(videos.length, 1);
    assert.deepEqual(await totals(), [1, 1, 1, 2, 1]);
  });

  it('with a broken or unknown entry names each by its place, and makes nothing of it', async () => {
    const broken = {
      ...SEED,
      'videos': [...SEED.videos, { film: 0, tag: 'x', captions: [{ language: 'xx', text: '' }] }, 'film'],
      'tokens': [{ ttl: -1 }],
      'webhooks': [{ url: 'ftp://x', events: ['session.ended'] }],
      'liveStreams': [
        { name: 'x', player: 'Light', sessions: [{ ago: 'long', events: [{ type: 'watch' }] }] },
      ],
      'a/b': [],
    };
    const answer = await fetch(`${sandbox().url}/_sandbox/v1/seed`, {
      method: 'POST',
      body: JSON.stringify(broken),
    });
    assert.equal(answer.status, 400);
    const { problems } = (await answer.json()) as { problems: { name: string }[] };
    assert.deepEqual(problems.map(({ name }) => name).sort(), [
      '/a~1b',
      '/liveStreams/0/player',
      '/liveStreams/0/sessions/0/ago',
      '/liveStreams/0/sessions/0/events/0/type',
      '/tokens/0/ttl',
      '/videos/2/captions/0/language',
      '/videos/2/captions/0/text',
      '/videos/2/film',
      '/videos/2/tag',
      '/videos/2/title',
      '/videos/3',
      '/webhooks/0/url',
    ]);
    assert.deepEqual(await totals(), [0, 0, 0, 0, 0]);
  });

  it('reads no file for a program that asks over the network', async () => {
    await assert.rejects(
      sandbox().seed({ videos: [{ title: 'x', film: '/etc/hostname' }] }),
      /\/videos\/0\/film.*files are taken with --seed alone/s,
    );
  });
});

describe('a seed from a file', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'seed-'));
    file = path.join(folder, 'seed.json');
    await writeFile(path.join(folder, 'film.mp4'), await film('h264-aac.mp4'));
  });
  after(() => rm(folder, { recursive: true }));

  it('takes films that lie beside it', async () => {
    const sandbox = await SandboxUnderTest.start();
    await sandbox.close();
    await writeFile(file, JSON.stringify({ videos: [{ title: 'A film', film: 'film.mp4' }] }));
    const opened = await createSandbox({ dataDir: sandbox.dir, ffmpeg: false });
    await opened.seed(file);
    await opened.close();
    await sandbox.open();
    const { text } = await sandbox.ask('GET', '/videos');
    const { data } = JSON.parse(text) as { data: { videoId: string }[] };
    assert.equal(data.length, 1);
    const status = await sandbox.statusWhen(String(data[0]?.videoId), isSettled);
    assert.ok(status.encoding.playable);
    await sandbox.end();
  });

  it('leaves nothing behind where a film is missing, and names the line where it is no JSON', async () => {
    const dataDir = path.join(folder, 'data');
    const sandbox = await createSandbox({ dataDir, ffmpeg: false });
    const refusal = async (text: string) => {
      await writeFile(file, text);
      const error = await sandbox.seed(file).catch((reason: unknown) => reason);
      assert.ok(error instanceof Problem);
      return `${error.extras.name ?? ''} ${error.extras.detail ?? ''}`;
    };
    const missing = JSON.stringify({
      videos: [
        { title: 'x', film: 1 },
        { title: 'y', film: 'none.mp4' },
      ],
    });
    assert.match(await refusal(missing), /^\/videos\/1\/film There is no file "none.mp4"/);
    assert.match(await refusal('{\n"videos": [\n oops ]}'), /line 3/);
    assert.match(await refusal('{\n"videos": [\n'), /line 2/);
    assert.match(await refusal('[]'), /must be a JSON object/);
    assert.deepEqual(await readdir(path.join(dataDir, 'extents')), []);
    await sandbox.close();
  });
});
