import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { writeMessage } from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-writer.ts';
import { ChunkReader } from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-reader.ts';
import type { RtmpListening } from '../../../packages/vh-elements-sandbox/src/live/rtmp/rtmp-server.ts';
import { DataFolder } from '../../../packages/vh-elements-sandbox/src/store/files/data-folder.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import {
  LiveStreams,
  type Restream,
} from '../../../packages/vh-elements-sandbox/src/store/media/live-streams.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';
import type { LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';

describe('a live stream that is passed on', () => {
  let here: ManualClockSandbox;
  let there: ManualClockSandbox;
  let rtmp: RtmpListening;
  let copy: LiveStreamAnswer;
  beforeEach(async () => {
    [here, there] = await Promise.all([ManualClockSandbox.open(60), ManualClockSandbox.open(60)]);
    rtmp = await there.sandbox.listenRtmp({ port: 0 });
    copy = await there.createStream();
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  const create = async (...restreams: { serverUrl: string; streamKey: string }[]) => {
    const body = { name: 'A test', restreams: restreams.map((one) => ({ name: 'elsewhere', ...one })) };
    return (await (await here.ask('POST', '/live-streams', body)).json()) as LiveStreamAnswer;
  };
  const isOnAir = async (service: ManualClockSandbox, { liveStreamId }: LiveStreamAnswer) => {
    const reported = await service.ask('GET', `/live-streams/${liveStreamId}`);
    return ((await reported.json()) as LiveStreamAnswer).broadcasting;
  };
  /** Lets time pass here, a little at a go, until it is as wanted. */
  const passUntil = (isTrue: () => Promise<boolean>) =>
    eventually(async () => {
      here.clock.advance(200);
      return (await isTrue()) || undefined;
    });

  it('arrives at the other server as it was sent, and ends there when it ends here', async () => {
    const stream = await create({ serverUrl: rtmp.url, streamKey: copy.streamKey });
    await here.synthetic('POST', stream);
    await passUntil(() => isOnAir(there, copy));
    // All of it at once: the other server's first answer waits until there is enough to play.
    here.clock.advance(10_000);
    await eventually(async () => (await there.playlist(copy)).segments.length > 3 || undefined);
    const codecs = async (url: string) =>
      (await (await fetch(url)).text()).match(/CODECS="[^"]+"|RESOLUTION=\S+/g);
    assert.deepEqual(await codecs(copy.assets.hls), await codecs(stream.assets.hls));
    const { segments } = await there.playlist(copy);
    const whole = segments.find(({ parts, uri }) => parts.length > 0 && uri !== undefined);
    assert.equal(whole?.parts[0]?.independent, true);
    assert.equal(whole.seconds, 2);
    await here.synthetic('DELETE', stream);
    await eventually(async () => !(await isOnAir(there, copy)) || undefined);
  });

  it('goes to several servers, of which one may be wrong', async () => {
    const second = await there.createStream();
    const stream = await create(
      { serverUrl: rtmp.url, streamKey: 'wrong' },
      { serverUrl: 'rtmp://127.0.0.1:1/s', streamKey: 'x' },
      { serverUrl: rtmp.url, streamKey: copy.streamKey },
      { serverUrl: rtmp.url, streamKey: second.streamKey },
    );
    await here.synthetic('POST', stream);
    await passUntil(async () => (await isOnAir(there, copy)) && (await isOnAir(there, second)));
    assert.equal(await isOnAir(here, stream), true);
  });

  it('follows what the live stream names while it is on the air', async () => {
    const stream = await create();
    await here.synthetic('POST', stream);
    here.clock.advance(2_000);
    const restreams = [{ name: 'elsewhere', serverUrl: rtmp.url, streamKey: copy.streamKey }];
    await here.ask('PATCH', `/live-streams/${stream.liveStreamId}`, { restreams });
    await passUntil(() => isOnAir(there, copy));
    await here.ask('PATCH', `/live-streams/${stream.liveStreamId}`, { restreams: [] });
    await passUntil(async () => !(await isOnAir(there, copy)));
  });

  it('connects again when the other server has been away', async () => {
    const stream = await create({ serverUrl: rtmp.url, streamKey: copy.streamKey });
    await here.synthetic('POST', stream);
    await passUntil(() => isOnAir(there, copy));
    const port = Number(new URL(rtmp.url).port);
    await rtmp.close();
    await passUntil(async () => !(await isOnAir(there, copy)));
    rtmp = await there.sandbox.listenRtmp({ port });
    await passUntil(() => isOnAir(there, copy));
  });

  /** A sandbox whose database holds a live stream as an earlier version let it in. */
  const openOnOld = async (restreams: Restream[]) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-live-sandbox-'));
    const database = new Database(new DataFolder(dataDir).database);
    const { liveStreamId } = new LiveStreams(database).create({ name: 'Old', record: true, restreams });
    database.close();
    await here.close();
    here = await ManualClockSandbox.openOn(dataDir, 60);
    return { liveStreamId } as LiveStreamAnswer;
  };

  it('is recorded, and goes to the others, when an earlier version kept an address that is none', async () => {
    const stream = await openOnOld([
      ...['rtmp://h:99999/app', 'rtmp://h:0/app', 'no address', 'rtmp://[/app'].map((serverUrl) => ({
        name: 'wrong',
        serverUrl,
        streamKey: 'x',
      })),
      { name: 'right', serverUrl: rtmp.url, streamKey: copy.streamKey },
    ]);
    await here.synthetic('POST', stream);
    await passUntil(() => isOnAir(there, copy));
    here.clock.advance(5_000);
    const logged = here.logged.filter((line) => line.includes('not passed on'));
    assert.equal(logged.length, 4, 'each is reported once, whatever the length of the broadcast');
    assert.ok(!logged.join().includes('99999'), 'an address may hold a secret');
    await here.synthetic('DELETE', stream);
    const recorded = await eventually(async () => {
      const reported = await here.ask('GET', `/videos?liveStreamId=${stream.liveStreamId}`);
      return ((await reported.json()) as { data: { videoId: string }[] }).data[0];
    });
    const source = await here.ask('GET', `/videos/${recorded.videoId}/source`);
    assert.ok((await source.arrayBuffer()).byteLength > 50_000);
  });

  it('goes nowhere but to this machine, unless that was allowed', async () => {
    const stream = await create(
      { serverUrl: 'rtmp://192.0.2.1/live', streamKey: 'x' },
      { serverUrl: rtmp.url, streamKey: copy.streamKey },
    );
    await here.synthetic('POST', stream);
    await passUntil(() => isOnAir(there, copy));
    const state = (await (await here.ask('GET', '/_sandbox/state')).json()) as {
      liveStreams: { restreams: object }[];
    };
    assert.deepEqual(state.liveStreams[0]?.restreams, { wanted: 2, connected: 1 });
  });
});

describe('a message of RTMP', () => {
  it('says its time, after hours too, in every one of its chunks', () => {
    for (const timestamp of [0, 0xfffffe, 0xffffff, 0x1000000, 2 ** 31]) {
      const reader = new ChunkReader();
      const size = Buffer.of(0, 0, 0x10, 0);
      const payload = Buffer.alloc(10_000, 7);
      const bytes = Buffer.concat([writeMessage(2, 1, 0, size), writeMessage(4, 9, 1, payload, timestamp)]);
      const [message] = [...reader.push(bytes)];
      assert.equal(message?.timestamp, timestamp);
      assert.ok(message.payload.equals(payload));
    }
  });
});
