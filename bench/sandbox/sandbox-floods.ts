// What strangers cost the sandbox: memory and disk before, at most and after each of several floods, each against a
// fresh process. Prints a table. Arguments: --seconds N, how long each flood of requests lasts (10).
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import { encodeAmf } from '../../packages/vh-elements-sandbox/src/live/rtmp/amf0.ts';
import { writeMessage } from '../../packages/vh-elements-sandbox/src/live/rtmp/chunk-writer.ts';
import { MemoryWatch } from '../../test/sandbox/support/memory-watch.ts';
import { SandboxProcess } from '../../test/support/sandbox/sandbox-process.ts';
import { basic } from '../../test/support/sandbox/sandbox.ts';

const KEY = 'the-key-of-floods';
const MIB = 1024 * 1024;
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const floodMs = Number(values.seconds) * 1000;

/** Where a flood goes. */
interface Target {
  url: string;
  rtmp: string;
  videoId: string;
}

/** Connects by RTMP and greets. */
async function greet(rtmp: string): Promise<Socket> {
  const { hostname, port } = new URL(rtmp.replace(/^rtmp/, 'http'));
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(1536 * 2)]));
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

/** Writes as fast as the other side takes it; false once it has hung up. */
function write(socket: Socket, bytes: Buffer): Promise<boolean> {
  if (socket.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const hungUp = () => {
      resolve(false);
    };
    socket.once('close', hungUp);
    socket.write(bytes, (error) => {
      socket.off('close', hungUp);
      resolve(!error);
    });
  });
}

/** Three connections, no key: each sends all but the last chunk of a message of 8 MiB on every chunk stream. */
async function unfinishedMessages({ rtmp }: Target): Promise<void> {
  const chunk = 64 * 1024;
  const chunks = (8 * MIB) / chunk;
  const chunkSize = Buffer.alloc(4);
  chunkSize.writeUInt32BE(chunk);
  const one = async () => {
    const socket = await greet(rtmp);
    if (!(await write(socket, writeMessage(2, 1, 0, chunkSize)))) return;
    for (let id = 3; id < 64; id++) {
      const header = Buffer.alloc(12);
      header.writeUInt8(id);
      header.writeUIntBE(8 * MIB, 4, 3);
      header.writeUInt8(9, 7);
      const more = Buffer.concat([Buffer.of(0xc0 | id), Buffer.alloc(chunk)]);
      if (!(await write(socket, Buffer.concat([header, Buffer.alloc(chunk)])))) return;
      for (let sent = 1; sent < chunks - 1; sent++) if (!(await write(socket, more))) return;
    }
    socket.destroy();
  };
  await Promise.all([one(), one(), one()]);
}

/** Three connections without a key: endless requests whose answers stay unread. */
async function unreadAnswers({ rtmp }: Target): Promise<void> {
  const questions = Buffer.concat(
    Array.from({ length: 500 }, () => writeMessage(3, 20, 0, encodeAmf('createStream', 1, null))),
  );
  const until = Date.now() + floodMs;
  const one = async () => {
    const socket = await greet(rtmp);
    socket.pause();
    while (Date.now() < until && (await write(socket, questions)));
    socket.destroy();
  };
  await Promise.all([one(), one(), one()]);
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function ask(method: string, url: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { authorization: basic(KEY) } }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.once('error', reject).end(body);
  });
}

/** As many requests as 16 connections manage, each another one. */
async function askAll(next: (index: number) => Promise<number> | undefined): Promise<string> {
  const until = Date.now() + floodMs;
  const statuses = new Map<number, number>();
  let index = 0;
  const one = async () => {
    while (Date.now() < until) {
      const asked = next(index++);
      if (!asked) return;
      const status = await asked;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return [...statuses].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ');
}

/** Lists of videos, each filtered by another number of tags and metadata. */
function differingFilters({ url }: Target): Promise<string> {
  return askAll((index) => {
    const tags = Array.from({ length: index % 97 }, () => 'tags=a');
    const metadata = Array.from(
      { length: Math.floor(index / 97) % 97 },
      (_, at) => `metadata[${String(at)}]=a`,
    );
    return ask('GET', `${url}/videos?${[...tags, ...metadata].join('&')}`);
  });
}

/** Viewings with as much beside them as the collector takes. */
function viewings({ url, videoId }: Target): Promise<string> {
  const metadata = Array.from({ length: 24 }, (_, at) => ({
    key: `k${String(at)}`,
    value: 'v'.repeat(2000),
  }));
  const body = JSON.stringify({ session: { video_id: videoId, metadata }, events: [] });
  return askAll(() => ask('POST', `${url}/collector/vod`, body));
}

/** One viewing with event after event. */
function events({ url, videoId }: Target): Promise<string> {
  return askAll((index) => {
    const reported = Array.from({ length: 700 }, (_, at) => ({
      type: 'play',
      id: `${String(index)}-${String(at)}`,
    }));
    const session = { video_id: videoId };
    return ask('POST', `${url}/collector/vod`, JSON.stringify({ session, events: reported }));
  });
}

const FLOODS: Readonly<Record<string, (target: Target) => Promise<string | void>>> = {
  'RTMP: messages that never end, 3 connections without a key': unfinishedMessages,
  'RTMP: answers that nobody reads, 3 connections without a key': unreadAnswers,
  'lists of videos, each with other filters': differingFilters,
  'collector: viewings full of metadata, one sender': viewings,
  'collector: events, one sender': events,
};

async function diskMiB(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / MIB;
}

async function measure(flood: (target: Target) => Promise<string | void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vh-floods-'));
  const sandbox = new SandboxProcess('--data', folder, '--api-key', KEY, '--rtmp-port', '0');
  const memory = new MemoryWatch();
  memory.watch(sandbox.pid);
  const { url, rtmp = '' } = await sandbox.ready();
  const made = await fetch(`${url}/videos`, {
    method: 'POST',
    headers: { authorization: basic(KEY) },
    body: '{"title":"x"}',
  });
  const { videoId } = (await made.json()) as { videoId: string };
  const [idle, disk] = [memory.now(), await diskMiB(folder)];
  const answers = await flood({ url, rtmp, videoId });
  const row = {
    'idle MiB': Math.round(idle),
    'peak MiB': Math.round(Math.max(memory.peak, memory.now())),
    'disk + MiB': Math.round((await diskMiB(folder)) - disk),
    'answers': answers ?? '',
  };
  memory.end();
  await sandbox.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
  return row;
}

const rows: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const [name, flood] of Object.entries(FLOODS)) rows[name] = await measure(flood);
agent.destroy();
console.table(rows);
saveTable('sandbox-floods', 'floods by strangers', rows);
