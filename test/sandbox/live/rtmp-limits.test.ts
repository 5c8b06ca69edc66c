import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { encodeAmf } from '../../../packages/vh-elements-sandbox/src/live/rtmp/amf0.ts';
import {
  PUBLISHER_LIMITS,
  UNAUTHENTICATED_LIMITS,
} from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-limits.ts';
import { ChunkReader } from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-reader.ts';
import { writeMessage } from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-writer.ts';
import { MemoryBudget } from '../../../packages/vh-elements-sandbox/src/live/rtmp/memory-budget.ts';
import type { RtmpListening } from '../../../packages/vh-elements-sandbox/src/live/rtmp/rtmp-server.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';
import { RtmpEncoder } from '../../support/sandbox/rtmp-encoder.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const VIDEO = 9;
const COMMAND = 20;

/** The header of a chunk that begins a message, on a chunk stream of its own. */
function headerOf(chunkStream: number, length: number, type = VIDEO): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(chunkStream);
  header.writeUIntBE(length, 4, 3);
  header.writeUInt8(type, 7);
  return header;
}

/** The announcement that chunks are so long from now on. */
function chunkSizeOf(size: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(size);
  return writeMessage(2, 1, 0, payload);
}

describe('a reader of RTMP chunks', () => {
  const push = (reader: ChunkReader, ...pieces: readonly Buffer[]) =>
    pieces.reduce((count, piece) => count + [...reader.push(piece)].length, 0);

  it('keeps the arrived bytes, not the announced ones', () => {
    const reader = new ChunkReader();
    push(reader, chunkSizeOf(8 * MIB), headerOf(3, 8 * MIB));
    assert.equal(reader.unfinishedBytes, 0);
    push(reader, Buffer.of(1));
    assert.ok(reader.unfinishedBytes <= 4 * KIB);
  });

  it('keeps no more for a message in 40,000 chunks than for one in a single chunk', () => {
    const reader = new ChunkReader();
    push(reader, chunkSizeOf(1), headerOf(3, 40_000), Buffer.of(7));
    for (let sent = 1; sent < 39_999; sent++) push(reader, Buffer.of(0xc3, 7));
    assert.ok(reader.unfinishedBytes <= 40_000);
    assert.equal(push(reader, Buffer.of(0xc3, 7)), 1);
    assert.equal(reader.unfinishedBytes, 0);
  });

  for (const [who, limits] of Object.entries({
    'a stranger': UNAUTHENTICATED_LIMITS,
    'an encoder': PUBLISHER_LIMITS,
  })) {
    it(`keeps unfinished messages of ${who} up to a limit`, () => {
      const reader = new ChunkReader(limits);
      const length = limits.mediaBytes;
      push(reader, chunkSizeOf(length / 2));
      assert.throws(() => {
        for (let id = 3; id < 64; id++) push(reader, headerOf(id, length), Buffer.alloc(length / 2));
      }, /messages that do not end|belongs nowhere/);
      assert.ok(reader.unfinishedBytes > limits.unfinishedBytes / 2);
      assert.ok(reader.unfinishedBytes <= limits.unfinishedBytes);
      reader.release();
      assert.equal(reader.unfinishedBytes, 0);
    });

    it(`takes no message of ${who} that is too large for its kind`, () => {
      const of = (length: number, type: number) => push(new ChunkReader(limits), headerOf(3, length, type));
      of(limits.mediaBytes, VIDEO);
      of(limits.otherBytes, COMMAND);
      assert.throws(() => of(limits.mediaBytes + 1, VIDEO), /too large/);
      assert.throws(() => of(limits.otherBytes + 1, COMMAND), /too large/);
    });
  }

  it('shares a budget with all others, and gives back what it no longer keeps', () => {
    const budget = new MemoryBudget(100 * KIB);
    const readers = [1, 2, 3].map(() => new ChunkReader(PUBLISHER_LIMITS, budget));
    const [one, two, three] = readers as [ChunkReader, ChunkReader, ChunkReader];
    const begin = (reader: ChunkReader) =>
      push(reader, chunkSizeOf(48 * KIB), headerOf(4, 64 * KIB), Buffer.alloc(48 * KIB));
    begin(one);
    begin(two);
    assert.throws(() => begin(three), /in use/);
    three.release();
    one.release();
    // Restarted: a new header releases the earlier message.
    begin(two);
    push(two, Buffer.concat([headerOf(5, 4, 2), Buffer.of(0, 0, 0, 4)]));
    assert.equal(two.unfinishedBytes, 0, 'an abort lets go of the message');
    begin(two);
    assert.equal(push(two, Buffer.of(0xc4), Buffer.alloc(16 * KIB)), 1);
    assert.equal(budget.taken, 0);
  });
});

describe('RTMP connections without a key', () => {
  let service: ManualClockSandbox;
  let rtmp: RtmpListening;
  let streamKey: string;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    service = await ManualClockSandbox.open(60);
    rtmp = await service.sandbox.listenRtmp({ port: 0 });
    ({ streamKey } = await service.createStream());
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await service.close();
  });

  const open = async () => {
    const { hostname, port } = new URL(rtmp.url.replace(/^rtmp/, 'http'));
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const greet = async () => {
    const socket = await open();
    socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(1536 * 2)]));
    socket.resume();
    return socket;
  };
  const closed = async (socket: Socket) => {
    // Not `once`, which takes a reset for a failure.
    if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  };
  const connections = (count: number) =>
    eventually(() => Promise.resolve(rtmp.load.connections === count || undefined));

  it('keep some kB each, and are sent away when they want more', async () => {
    const attackers = await Promise.all([greet(), greet(), greet()]);
    let most = 0;
    for (const socket of attackers) {
      socket.on('close', () => (most = Math.max(most, rtmp.load.unfinishedBytes)));
      socket.write(chunkSizeOf(4 * KIB));
      for (let id = 3; id < 16; id++)
        socket.write(Buffer.concat([headerOf(id, 8 * KIB), Buffer.alloc(4 * KIB)]));
    }
    await Promise.all(attackers.map(closed));
    assert.ok(most <= 3 * UNAUTHENTICATED_LIMITS.unfinishedBytes);
    await connections(0);
    assert.equal(rtmp.load.unfinishedBytes, 0);
  });

  it('are sent away with the first word of a message as large as an encoder sends', async () => {
    const socket = await greet();
    socket.write(headerOf(3, 8 * MIB));
    await closed(socket);
    await connections(0);
  });

  it('are sent away when they do not read their answers', async () => {
    const socket = await greet();
    socket.pause();
    const question = writeMessage(3, COMMAND, 0, encodeAmf('createStream', 1, null));
    const questions = Buffer.concat(Array.from({ length: 5000 }, () => question));
    let isGone = false;
    socket.once('error', () => (isGone = true));
    socket.once('close', () => (isGone = true));
    await eventually(() => {
      if (!isGone) socket.write(questions);
      return Promise.resolve(rtmp.load.connections === 0 || undefined);
    });
  });

  it('have ten seconds for their key, however busily they talk', async () => {
    const silent = await open();
    const greeted = await greet();
    const talking = await greet();
    const encoder = await RtmpEncoder.publish(rtmp.url, streamKey);
    await connections(4);
    service.clock.advance(9_000);
    talking.write(writeMessage(3, COMMAND, 0, encodeAmf('createStream', 1, null)));
    assert.equal(rtmp.load.connections, 4);
    service.clock.advance(1_500);
    await Promise.all([silent, greeted, talking].map(closed));
    await connections(1);
    assert.equal(encoder.socket.closed, false);
    encoder.disconnect();
  });

  it('make room for encoders, the oldest first', async () => {
    const crowd = await Promise.all(Array.from({ length: 64 }, () => open()));
    await connections(64);
    const encoder = await RtmpEncoder.publish(rtmp.url, streamKey);
    assert.equal(encoder.status, 'NetStream.Publish.Start');
    assert.equal(rtmp.load.connections, 64);
    const more = await Promise.all(Array.from({ length: 64 }, () => open()));
    await Promise.all(crowd.map(closed));
    await connections(64);
    assert.equal(encoder.socket.closed, false, 'who has a key is not put out');
    assert.ok(more.filter(({ closed: isClosed }) => !isClosed).length >= 62);
    encoder.disconnect();
  });
});
