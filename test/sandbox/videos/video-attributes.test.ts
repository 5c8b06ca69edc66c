import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, SandboxUnderTest, type Answered } from '../../support/sandbox/sandbox.ts';

interface VideoBody {
  videoId: string;
  title: string;
  playerId?: string | null;
  metadata: { key: string; value: string }[];
  assets: { mp4?: string };
}

const videoOf = ({ text }: Answered) => JSON.parse(text) as VideoBody;

describe('mp4Support', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const patch = (videoId: string, mp4Support: boolean) =>
    sandbox.ask('PATCH', `/videos/${videoId}`, { json: { mp4Support } });
  const statusOf = async (videoId: string) =>
    (await fetch(`${sandbox.url}/assets/vod/${videoId}/mp4/source.mp4`)).status;
  const types = async (videoId: string) => {
    const { encoding } = await sandbox.statusWhen(videoId, isSettled);
    return encoding.qualities.map(({ type }) => type);
  };
  const without = async (name: string) => {
    const made = await sandbox.ask('POST', '/videos', { json: { title: 'x', mp4Support: false } });
    assert.equal(videoOf(made).assets.mp4, undefined);
    await sandbox.upload(videoOf(made).videoId, await film(name), name);
    return videoOf(made).videoId;
  };

  for (const name of ['h264-aac.mp4', 'h264-aac.mkv']) {
    it(`off makes no MP4 of ${name}; turned on later, it does`, async () => {
      const videoId = await without(name);
      assert.deepEqual(await types(videoId), ['hls']);
      assert.equal(await statusOf(videoId), 404);
      assert.ok(videoOf(await patch(videoId, true)).assets.mp4);
      await sandbox.statusWhen(videoId, ({ encoding }) =>
        encoding.qualities.some(({ type, status }) => type === 'mp4' && status === 'encoded'),
      );
      assert.deepEqual(await types(videoId), ['hls', 'mp4']);
      assert.equal(await statusOf(videoId), 200);
    });
  }

  it('turned off hides the MP4, turned on again shows it at once', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mkv'), 'film.mkv');
    assert.deepEqual(await types(videoId), ['hls', 'mp4']);
    assert.equal(videoOf(await patch(videoId, false)).assets.mp4, undefined);
    assert.equal(await statusOf(videoId), 404);
    assert.deepEqual(await types(videoId), ['hls']);
    await patch(videoId, true);
    assert.equal(await statusOf(videoId), 200);
  });

  it('turned on while the video is being packaged counts, too, and over a restart', async () => {
    const videoId = await without('h264-aac.mkv');
    await patch(videoId, true);
    await sandbox.close();
    await sandbox.open();
    await sandbox.statusWhen(videoId, ({ encoding }) =>
      encoding.qualities.some(({ type, status }) => type === 'mp4' && status === 'encoded'),
    );
    assert.equal(await statusOf(videoId), 200);
  });
});

describe('attributes of videos', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    for (const json of [
      {
        title: 'A',
        description: 'Blue 100% sky',
        tags: ['one', 'two'],
        metadata: [{ key: 'by', value: 'Ann' }],
      },
      {
        title: 'B',
        description: 'red_sea',
        tags: ['one'],
        metadata: [
          { key: 'by', value: 'Ann' },
          { key: 'in', value: 'May' },
        ],
      },
      {
        title: 'C',
        tags: ['onemore'],
        metadata: [
          { key: 'by', value: 'Anna' },
          { key: 'user', value: '__user__' },
        ],
      },
    ]) {
      await sandbox.ask('POST', '/videos', { json });
    }
  });
  after(() => sandbox.end());

  for (const [query, found] of [
    ['', 'ABC'],
    ['description=blue', 'A'],
    ['description=100%25', 'A'],
    ['description=d_s', 'B'],
    ['description=%25', 'A'],
    ['tags%5B%5D=one', 'AB'],
    ['tags%5B%5D=one&tags%5B%5D=two', 'A'],
    ['tags[0]=one&tags[1]=two', 'A'],
    ['tags=two', 'A'],
    ['tags[]=on', ''],
    ['metadata%5Bby%5D=Ann', 'AB'],
    ['metadata[by]=Ann&metadata[in]=May', 'B'],
    ['metadata[by]=ann', ''],
    ['metadata[user]=__user__', 'C'],
    ['tags[]=one&metadata[in]=May&description=SEA&title=b', 'B'],
  ] as const) {
    it(`finds ${found || 'nothing'} by ${query || 'nothing'}`, async () => {
      const reported = await sandbox.ask('GET', `/videos?sortBy=title&${query}`);
      const { data } = JSON.parse(reported.text) as { data: VideoBody[] };
      assert.equal(data.map(({ title }) => title).join(''), found);
    });
  }

  it('loses its player by null, and keeps it where the field is absent', async () => {
    const made = await sandbox.ask('POST', '/videos', { json: { title: 'D', playerId: 'plX' } });
    const path = `/videos/${videoOf(made).videoId}`;
    assert.equal(videoOf(await sandbox.ask('PATCH', path, { json: { title: 'E' } })).playerId, 'plX');
    assert.ok(!videoOf(await sandbox.ask('PATCH', path, { json: { playerId: null } })).playerId);
    assert.ok(!videoOf(await sandbox.ask('GET', path)).playerId);
  });

  it('replaces lists whole, and keeps dynamic metadata as they were declared', async () => {
    const made = await sandbox.ask('POST', '/videos', {
      json: { title: 'F', metadata: [{ key: 'user', value: '__user__' }] },
    });
    const path = `/videos/${videoOf(made).videoId}`;
    assert.deepEqual(videoOf(await sandbox.ask('GET', path)).metadata, [{ key: 'user', value: '__user__' }]);
    await sandbox.ask('POST', '/collector/vod', {
      authorization: false,
      body: JSON.stringify({
        session: { video_id: videoOf(made).videoId, metadata: [{ user: 'ann' }] },
        events: [],
      }),
    });
    const year = new Date().getUTCFullYear();
    const reported = await sandbox.ask('GET', `/analytics${path}?period=${String(year)}&metadata[user]=ann`);
    const { data } = JSON.parse(reported.text) as { data: { session: { metadata: unknown[] } }[] };
    assert.deepEqual(
      data.map(({ session }) => session.metadata),
      [[{ key: 'user', value: 'ann' }]],
    );
    const changed = await sandbox.ask('PATCH', path, { json: { metadata: [] } });
    assert.deepEqual(videoOf(changed).metadata, []);
  });
});
