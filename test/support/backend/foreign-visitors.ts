import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

const FILE = { name: 'film.mp4', size: 5, type: 'video/mp4' };

/** What a page of the site sends with a request that changes something, and who sends it. */
const pageOf = (url: string, credential: Readonly<Record<string, string>>) => ({
  'origin': new URL(url).origin,
  'content-type': 'application/json',
  'x-vh-request': '1',
  ...credential,
});

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number | undefined> {
  const sent = request(`${new URL(url).origin}/vh/grants`, { method: 'POST', headers, agent: false });
  // A server may answer a body that is too large and close before all of it came: what is still written fails then.
  sent.on('socket', (socket) => socket.on('error', () => undefined));
  const answered = once(sent, 'response').catch(() => []);
  sent.on('error', () => undefined).end(body);
  const [answer] = (await answered) as [IncomingMessage?];
  answer?.resume();
  return answer?.statusCode;
}

/** The status of the grant of an upload; `credential` is what the visitor brings, a cookie or a password. */
export function grantStatus(
  url: string,
  credential: Readonly<Record<string, string>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number | undefined> {
  const body = JSON.stringify({ file: FILE, idempotencyKey: 'one-upload-of-one-file', ...more });
  return post(url, pageOf(url, credential), body);
}

/**
 * Tries what strangers try with a server that somebody has copied from the documents, and resolves with what got through.
 * `known` is a visitor who may upload; `strangers` bring what could pass for a session of one.
 */
export async function faultsUnderForeignVisitors(
  url: string,
  known: Readonly<Record<string, string>>,
  strangers: readonly Readonly<Record<string, string>>[],
): Promise<string[]> {
  const faults: string[] = [];
  const refused = (what: string, status: number | undefined, wanted: readonly (number | undefined)[]) => {
    if (!wanted.includes(status)) faults.push(`${what}: ${String(status)}`);
  };
  for (const stranger of [{}, ...strangers])
    refused(`a stranger with ${JSON.stringify(stranger)}`, await grantStatus(url, stranger), [401, 403]);
  const file = JSON.stringify({ file: FILE, idempotencyKey: 'one-upload-of-one-file' });
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost:1',
    'http://127.0.0.1.evil.example',
  ])
    refused(`a page of ${origin}`, await post(url, { ...pageOf(url, known), origin }, file), [403]);
  refused(
    'a form of another site',
    await post(url, { 'origin': 'https://evil.example', ...known, 'content-type': 'text/plain' }, file),
    [400, 403, 415],
  );
  const large = JSON.stringify({ file: FILE, metadata: { note: 'x'.repeat(5_000_000) } });
  refused('a body of 5 MB', await post(url, pageOf(url, known), large), [400, 413, undefined]);
  const claims = [{}, { claim: '' }, { claim: `9999999999.${'A'.repeat(43)}` }];
  for (const claim of claims)
    refused(
      `a video of somebody else with ${JSON.stringify(claim)}`,
      await grantStatus(url, known, { action: 'refresh', videoId: 'viOfSomebodyElse', ...claim }),
      [400, 403],
    );
  return faults;
}
