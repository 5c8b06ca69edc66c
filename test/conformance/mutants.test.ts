import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createBackend, toNodeListener, type Backend } from '../../src/backend/index.ts';
import { conformance } from '../../src/conformance/command.ts';
import { cells } from '../support/division.ts';
import { ServiceWithThings } from '../support/frameworks/site-under-test.ts';
import { KEY } from '../support/sandbox/sandbox.ts';

type Mutation = (request: Request, backend: Backend) => Promise<Response>;

const changed = (request: Request, headers: Record<string, string>) =>
  new Request(request, { headers: { ...Object.fromEntries(request.headers), ...headers } });
const withHeaders = async (response: Promise<Response>, headers: Record<string, string>) => {
  const made = new Response((await response).body, await response);
  for (const [name, value] of Object.entries(headers)) made.headers.set(name, value);
  return made;
};
const own = (request: Request) => ({ origin: new URL(request.url).origin });

/** Mistakes in a new implementation of the contract, and the sentence that reports each. */
const mutations: readonly [string, Mutation, RegExp][] = [
  ['believes every origin', (request, backend) => backend(changed(request, own(request))), /foreign origin/],
  [
    'wants no x-vh-request',
    (request, backend) => backend(changed(request, { 'x-vh-request': '1' })),
    /x-vh-request/,
  ],
  [
    'takes forms',
    (request, backend) => backend(changed(request, { 'content-type': 'application/json' })),
    /as a form/,
  ],
  [
    'takes everybody for the visitor',
    (request, backend) => backend(changed(request, { cookie: 'user=me' })),
    /stranger/,
  ],
  [
    'takes a picture on another site for the visitor',
    (request, backend) => backend(changed(request, { 'sec-fetch-site': 'same-origin' })),
    /page of another site/,
  ],
  [
    'lets everything be kept',
    (request, backend) => withHeaders(backend(request), { 'cache-control': 'public, max-age=60' }),
    /kept by nobody/,
  ],
  [
    'answers any origin',
    (request, backend) => withHeaders(backend(request), { 'access-control-allow-origin': '*' }),
    /preflight/,
  ],
  [
    'forgets the tags',
    (request, backend) => backend(changed(request, { 'if-none-match': '' })),
    /not sent twice/,
  ],
  [
    'lets anybody who may upload change every video',
    (request, backend) =>
      /\/(?:details|poster)$/.test(request.url) && request.method === 'POST' && request.headers.has('cookie')
        ? Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))
        : backend(request),
    /details of a video are changed by nobody but its author.*without a proof/,
  ],
  [
    'takes everything for a change',
    async (request, backend) => {
      const response = await backend(request);
      const isMalformed = response.status === 400 && /\/(?:details|poster)$/.test(request.url);
      return isMalformed ? new Response('{}', { headers: { 'content-type': 'application/json' } }) : response;
    },
    /poster of a video are changed by nobody.*answered with 200 and not 400/,
  ],
  [
    'finds something where nothing is',
    (request, backend) =>
      request.url.includes('%') ? Promise.resolve(new Response('{}')) : backend(request),
    /nothing is at/,
  ],
];

const withJson =
  (change: (json: Record<string, unknown>) => unknown): Mutation =>
  async (request, backend) => {
    const response = await backend(request);
    if (!response.ok || response.body === null) return response;
    const json = change((await response.json()) as Record<string, unknown>);
    return new Response(JSON.stringify(json), response);
  };

/** Faults of one answer: the line names each of them. */
const faulty: readonly [string, Mutation, RegExp][] = [
  [
    'gives no claim',
    withJson(({ claim, ...grant }) => (claim ? grant : { ...grant })),
    /renews it.* – the grant lacks the field claim, and without one/,
  ],
  [
    'gives a grant without a token and without a video',
    withJson((json) =>
      'token' in json ? { ...json, token: undefined, videoId: undefined, expiresAt: 'soon' } : json,
    ),
    /lacks the field token, videoId; expiresAt is not/,
  ],
  [
    'makes several mistakes in a playback',
    withJson((json) =>
      'kind' in json
        ? { ...json, chapters: undefined, hls: '/relative', more: 1, captions: [{ src: 'x' }] }
        : json,
    ),
    /fields that are not in the contract: more; the body lacks the field chapters; hls is not .*captions lacks the field language, label, default/,
  ],
];

describe('the conformance command', () => {
  let service: ServiceWithThings;
  before(async () => (service = await ServiceWithThings.start()));
  after(() => service.end());

  const tryOn = async (mutation: Mutation) => {
    const backend = createBackend({
      baseUrl: service.sandbox.url,
      apiKey: KEY,
      basePath: '/vh',
      authorize: (request) => request.headers.get('cookie') === 'user=me',
      subject: () => 'me',
      // Most requests of the command are refused on purpose.
      onError: () => undefined,
    });
    const mutant = Object.assign((request: Request) => mutation(request, backend), {
      playback: () => Promise.resolve(undefined),
      endUpload: () => Promise.resolve(),
    });
    const server = createServer((request, response) => void toNodeListener(mutant)(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/vh`;
    const lines: string[] = [];
    const code = await conformance(service.wordsFor(url), (text) => void lines.push(text));
    server.close();
    server.closeAllConnections();
    return { code, faults: lines.filter((line) => line.startsWith('FAIL')) };
  };

  it('reports no fault in a correct backend', async () => {
    assert.deepEqual(await tryOn((request, backend) => backend(request)), { code: 0, faults: [] });
  });

  for (const [name, mutation, sentence] of cells([...mutations, ...faulty], 6)) {
    it(`notices a backend that ${name}`, async () => {
      const { code, faults } = await tryOn(mutation);
      assert.equal(code, 1);
      assert.ok(
        faults.some((fault) => sentence.test(fault)),
        faults.join(''),
      );
    });
  }

  it('stops with one line when no server answers', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const said: string[] = [];
    const words = ['--url', `http://me:secret@127.0.0.1:${String(port)}/vh`];
    assert.equal(await conformance(words, (text) => void said.push(text)), 1);
    assert.match(
      said.join(''),
      /^No server answers at http:\/\/127\.0\.0\.1:\d+\/vh \(ECONNREFUSED\)\. .*\n$/,
    );
  });

  it('explains itself, and what it did not understand', async () => {
    const said: string[] = [];
    const print = (text: string) => void said.push(text);
    assert.equal(await conformance(['--help'], print), 0);
    assert.match(said.join(''), /--private-video-id ID.*Exit code/s);
    said.length = 0;
    assert.equal(await conformance(['--url', 'http://x', '--nonsense'], print), 2);
    assert.match(said.join(''), /^Unknown option '--nonsense'/);
    assert.equal(await conformance(['--url', 'http://x', '--header', 'cookie=1'], print), 2);
  });

  it('says what it wants when it is not understood', async () => {
    const said: string[] = [];
    for (const words of [[], ['--url', 'nonsense'], ['--url', 'ftp://x'], ['--nonsense']]) {
      assert.equal(await conformance(words, (text) => void said.push(text)), 2);
    }
    assert.ok(said.every((text) => text.includes('--url ADDRESS')));
  });
});
