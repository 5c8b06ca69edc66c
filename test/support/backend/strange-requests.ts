import { RawSocket } from '../raw-socket.ts';

/** Requests whose target is no path, or a path that a URL parser reads as something else. */
const STRANGE_TARGETS = [
  '//',
  '///',
  'http://[',
  '//[',
  '/\\',
  '//a:99999/',
  '/%',
  '*',
  'x',
  '//@/vh/grants',
];

/** Values of Host that are no host; each would let a foreign name count as another. */
export const STRANGE_HOSTS = [
  ...['a!b.evil.example', 'a~b.evil.example', 'a$b.evil.example', "a'b.evil.example", 'a(b.evil.example'],
  ...['a=b.evil.example', 'a,b.evil.example', 'a:99999', 'localhost:', '[::zz]', 'a/../b', 'a@b', 'a b', ''],
];

/** One request as bytes, and the status that answers it; undefined where the connection ends without one. */
export async function statusOf(url: string, target: string, host: string): Promise<number | undefined> {
  const socket = await RawSocket.open(url);
  socket.send(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  await socket.until();
  socket.close();
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(socket.text)?.[1];
  return status === undefined ? undefined : Number(status);
}

/**
 * Sends every strange request to the server at `url`. Resolves with the faults: a request without an answer in the 400s, and
 * a server that has ended.
 */
export async function faultsUnderStrangeRequests(url: string): Promise<string[]> {
  const { host } = new URL(url);
  const faults: string[] = [];
  const attacks = [
    ...STRANGE_TARGETS.map((target) => [target, host] as const),
    ...STRANGE_HOSTS.map((name) => ['/vh/playback/videos/vi1', name] as const),
  ];
  for (const [target, name] of attacks) {
    const status = await statusOf(url, target, name).catch(() => 0);
    if (status === undefined || status < 400 || status >= 500)
      faults.push(`GET ${target} of ${JSON.stringify(name)}: ${String(status)}`);
  }
  // Whatever else it says, it is still there.
  if ((await statusOf(url, '/vh/nothing', host).catch(() => undefined)) === undefined)
    faults.push('the server has ended');
  return faults;
}
