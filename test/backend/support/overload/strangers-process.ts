// The process of `Strangers`. Each stranger has a way of its own, and comes again while the process lasts: a stranger who
// holds a connection opens another one when the server ends it.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../support/seeded-random.ts';

const [, , port = '', count = '', seconds = '', seed = ''] = process.argv;
const random = seededRandom(Number(seed));
const HOST = `127.0.0.1:${port}`;
const KNOWN = 40;
const AGAIN_MS = 1_000;
/** Requests that a slow reader sends at most, and at a time. */
const UNREAD = 6_000;
const PIECE = 100;

/** No stranger comes any more; one who holds a connection keeps it. */
let isOver = false;
const tally = { strangers: 0, connections: 0, refused: 0, answers: 0, open: 0, most: 0 };

/** A connection; resolves when it is over. */
function open(use: (socket: Socket) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    let isOpen = false;
    socket.once('connect', () => {
      isOpen = true;
      tally.connections++;
      tally.most = Math.max(tally.most, ++tally.open);
      use(socket);
    });
    socket.on('error', () => {
      if (!isOpen) tally.refused++;
    });
    socket.once('close', () => {
      if (isOpen) tally.open--;
      resolve();
    });
  });
}

const get = (path: string, more = '') => `GET /vh${path} HTTP/1.1\r\nhost: ${HOST}\r\n${more}\r\n`;
const post = (length: number, more = '') =>
  `POST /vh/grants HTTP/1.1\r\nhost: ${HOST}\r\norigin: http://${HOST}\r\ncontent-type: application/json\r\n` +
  `x-vh-request: 1\r\ncontent-length: ${String(length)}\r\n${more}\r\n`;
const CLOSE = 'connection: close\r\n';
const known = () => `/playback/videos/vi${String(Math.floor(random() * KNOWN) + 1)}`;

/** Sends a request and reads its answer to the end. */
function ask(text: string): Promise<void> {
  return open((socket) => {
    socket.once('data', () => tally.answers++);
    socket.resume();
    socket.write(text);
  });
}

function askBody(body: object): Promise<void> {
  const text = JSON.stringify(body);
  return ask(post(Buffer.byteLength(text), CLOSE) + text);
}

const FILE = { name: 'stranger.mp4', size: 5, type: '' };

/** Ways of strangers, by how many of fifty have each. */
const WAYS: readonly [share: number, visit: () => Promise<void>, isHolding?: true][] = [
  // Unknown ids, and known ones.
  [8, () => ask(get(`/playback/videos/no${String(Math.floor(random() * 1e9))}`, CLOSE))],
  [4, () => ask(get(`/videos/no${String(Math.floor(random() * 1e9))}/status`, CLOSE))],
  [6, () => ask(get(known(), CLOSE))],
  [3, () => askBody({ file: FILE, idempotencyKey: `stranger-${String(Math.floor(random() * 1e12))}` })],
  [4, () => askBody({ action: 'refresh', file: FILE, videoId: 'vi1', claim: 'x' })],
  // Several over one connection, until the server ends it.
  [
    5,
    () =>
      open((socket) => {
        let left = 5;
        const next = () => left-- > 0 && socket.write(get(known()));
        socket.on('data', () => {
          tally.answers++;
          next();
        });
        next();
      }),
  ],
  // Gone before the answer.
  [4, () => open((socket) => socket.write(get(known()), () => socket.destroy()))],
  // Half open: nothing, half a head, a body that dribbles.
  [5, () => open((socket) => socket.resume()), true],
  [5, () => open((socket) => socket.resume().write(get('/playback/videos/vi1').slice(0, -2))), true],
  [
    5,
    () =>
      open((socket) => {
        socket.resume().write(`${post(400)}{`);
        const drop = setInterval(() => socket.write(' '), 1_000);
        socket.once('close', () => clearInterval(drop));
      }),
    true,
  ],
];

/** Sends requests for as long as the server takes them, and reads nothing. */
const readNothing = () =>
  open((socket) => {
    socket.pause();
    let sent = 0;
    const more = () => {
      for (; sent < UNREAD && socket.writableLength === 0; sent += PIECE) {
        socket.write(get(known()).repeat(PIECE));
      }
    };
    const timer = setInterval(more, 50);
    more();
    socket.once('close', () => clearInterval(timer));
  });
/** One in so many, and one at least. */
const SLOW_READERS = 2_000;

function wayOf(at: number): readonly [visit: () => Promise<void>, isHolding: boolean] {
  if (at % SLOW_READERS === 0) return [readNothing, true];
  let place = at % WAYS.reduce((sum, [share]) => sum + share, 0);
  const way = WAYS.find(([share]) => (place -= share) < 0);
  return way ? [way[1], way[2] === true] : [readNothing, true];
}

async function stranger(at: number): Promise<void> {
  await wait(random() * Number(seconds) * 1_000);
  tally.strangers++;
  const [visit, isHolding] = wayOf(at);
  for (let visits = 0; !isOver && (visits < 2 || isHolding); visits++) {
    await visit();
    await wait(AGAIN_MS * (0.5 + random()));
  }
}

for (let at = 0; at < Number(count); at++) void stranger(at);
process.on('message', (said: 'tally' | 'stay') => {
  isOver ||= said === 'stay';
  process.send?.(tally);
});
process.on('disconnect', () => process.exit());
