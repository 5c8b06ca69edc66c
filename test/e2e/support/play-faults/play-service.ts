import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { seededRandom } from '../../../support/seeded-random.ts';
import type { PlayFault, PlaySchedule } from './play-schedule.ts';
import { readTracks } from '../../../../src/playback/fast-start/start-tracks.ts';
import { mediaOf, playlistOf, shiftClock, type PlayMedium } from './play-media.ts';

const MEDIA = path.resolve('test/media/hls');

/** One playback as its server sees it: what has been asked, and when each fault began and ended. */
export class PlayRun {
  readonly schedule: PlaySchedule;
  readonly begun = Date.now();
  /** When each fault begins and ends; NaN before its first request. */
  readonly times: { begin: number; end: number }[];
  /** Calls back when the way to the server is to go down for so long. */
  goOffline: (ms: number) => void = () => {};
  /** The number of the newest token; older ones may have ended. */
  token = 0;
  /** Tokens below it are refused. */
  leastToken = 0;
  /** When a live source restarted. */
  restarted = 0;
  /** Requests and their ends, for a trace. */
  readonly log: [at: number, what: string][] = [];
  readonly #random: () => number;

  constructor(schedule: PlaySchedule) {
    this.schedule = schedule;
    this.#random = seededRandom(schedule.seed ^ 0x5bd1e995);
    this.times = schedule.faults.map(() => ({ begin: NaN, end: NaN }));
  }

  /** The fault of this request, if any; due faults begin. */
  meet(medium: PlayMedium): PlayFault | undefined {
    const now = Date.now();
    this.schedule.faults.forEach((fault, index) => {
      const time = this.times[index];
      if (!time || !Number.isNaN(time.begin)) return;
      if (fault.segment > 0 && !(medium.kind === 'segment' && medium.order >= fault.segment)) return;
      Object.assign(time, { begin: now, end: now + fault.ms });
      if (fault.kind === 'offline') this.goOffline(Math.min(fault.ms, 60_000));
      if (fault.kind === 'expire') this.leastToken = this.token + 1;
      if (fault.kind === 'restart') this.restarted = now + Math.min(fault.ms, 1e9);
    });
    return this.schedule.faults.find((fault, index) => {
      const { begin = NaN, end = NaN } = this.times[index] ?? {};
      const isOn = now >= begin && now < end;
      const isMet = fault.target === 'all' || (fault.target === 'segments') === (medium.kind === 'segment');
      return isOn && isMet;
    });
  }

  /** True when that fault has ended. */
  isOver(fault: PlayFault): boolean {
    return Date.now() >= (this.times[this.schedule.faults.indexOf(fault)]?.end ?? Infinity);
  }

  /** When the last fault that ends has ended; NaN before all have begun. */
  get over(): number {
    const ends = this.times.map(({ end }) => end);
    return ends.some(Number.isNaN) ? NaN : Math.max(...ends);
  }

  /** Turns some bytes of the media into others. */
  corrupt(bytes: Buffer): Buffer {
    const made = Buffer.from(bytes);
    const from = Math.floor(made.length * 0.2);
    for (let time = 0; time < 30; time++) {
      const at = from + Math.floor(this.#random() * (made.length - from));
      made[at] = Math.floor(this.#random() * 256);
    }
    return made;
  }
}

/** Serves the runs' streams, and does to the requests what the schedules say. */
export class PlayService {
  readonly url: string;
  readonly #server: Server;
  readonly #runs = new Map<string, PlayRun>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** `page` answers requests outside of a run. */
  static async open(page: (pathname: string, response: ServerResponse) => void): Promise<PlayService> {
    const server = createServer({ keepAliveTimeout: 60_000 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new PlayService(server);
    service.#page = page;
    return service;
  }

  #page: (pathname: string, response: ServerResponse) => void = () => {};

  add(name: string, run: PlayRun): void {
    this.#runs.set(name, run);
  }

  remove(name: string): void {
    this.#runs.delete(name);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://play.invalid');
    const [, name = '', token = '', rest = ''] = /^\/r\/([\w-]+)\/t(\d+)\/(.+)$/.exec(pathname) ?? [];
    const run = this.#runs.get(name);
    if (!run) return this.#page(pathname, response);
    const medium = mediaOf(rest, run);
    if (!medium) return void response.writeHead(404).end();
    const fault = run.meet(medium);
    response.setHeader('cache-control', 'no-store');
    note(run, request, response, rest, fault?.kind);
    if (Number(token) < run.leastToken) return void response.writeHead(403).end();
    const type = medium.kind === 'playlist' ? 'application/vnd.apple.mpegurl' : 'video/mp4';
    response.setHeader('content-type', type);
    const bytes =
      medium.kind === 'playlist'
        ? Buffer.from(playlistOf(rest, run, fault?.kind === 'stale'))
        : await readMedia(medium);
    if (searchParams.has('moved')) return void response.end(bytes);
    if (!fault) return void response.end(bytes);
    send(bytes, fault, run, response, `${pathname}?moved`);
  }
}

/** Writes down a request, and its end where that is not the plain one. */
function note(
  run: PlayRun,
  { headers }: IncomingMessage,
  response: ServerResponse,
  rest: string,
  kind: string | undefined,
): void {
  const begun = Date.now();
  const what = `${rest}${headers.range === undefined ? '' : ' (probe)'}${kind === undefined ? '' : ` ${kind}`}`;
  run.log.push([begun, what]);
  response.once('close', () => {
    const end = response.writableFinished ? String(response.statusCode) : 'broken off';
    const ms = Date.now() - begun;
    if (end !== '200' || ms > 300) run.log.push([Date.now(), `${what} -> ${end} after ${String(ms)} ms`]);
  });
}

async function readMedia({ file, shift }: Extract<PlayMedium, { kind: 'segment' }>): Promise<Buffer> {
  const bytes = await readFile(path.join(MEDIA, file));
  if (!shift) return bytes;
  const init = await readFile(path.join(MEDIA, shift.init));
  return shiftClock(bytes, shift.seconds, timescalesOf(init));
}

export function timescalesOf(init: Buffer): Map<number, number> {
  const tracks = readTracks(new Uint8Array(init).buffer);
  return new Map([...(tracks ?? [])].map(([id, { timescale }]) => [id, timescale]));
}

function send(bytes: Buffer, fault: PlayFault, run: PlayRun, response: ServerResponse, moved: string): void {
  const { kind } = fault;
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  if (/^\d+$/.test(kind)) return void response.writeHead(Number(kind)).end('no');
  switch (kind) {
    case 'forbidden':
      return void response.writeHead(403).end();
    case 'refuse':
    case 'restart':
    case 'offline':
      return void response.socket?.resetAndDestroy();
    case 'silent':
      return;
    case 'slow':
      return dribble(bytes, response, () => run.isOver(fault));
    case 'stall':
      return void response.writeHead(200, { 'content-length': bytes.length }).write(half);
    case 'cut':
      response.writeHead(200, { 'content-length': bytes.length }).write(half);
      return void setImmediate(() => response.socket?.resetAndDestroy());
    case 'corrupt':
      return void response.end(run.corrupt(bytes));
    case 'garbage':
      return void response.end('<!doctype html><title>Oops</title><script>window.hit = 1</script>');
    case 'empty':
      return void response.end();
    case 'redirect':
      return void response.writeHead(302, { location: moved }).end();
    default:
      return void response.end(bytes);
  }
}

/** About 3 kB a second, until the fault is over. */
function dribble(bytes: Buffer, response: ServerResponse, isOver: () => boolean): void {
  response.writeHead(200, { 'content-length': bytes.length });
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, (sent += isOver() ? bytes.length : 600)));
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, 200);
  response.once('close', () => clearInterval(timer));
}
