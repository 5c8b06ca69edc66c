import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const PARTIAL = { 'content-type': 'application/partial-upload' };
const TYPES = 'https://iana.org/assignments/http-problem-types#';

/** One answer, and the informational ones before it. */
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  informed: { status: number; headers: IncomingHttpHeaders }[];
}

/** A request by hand; with `cutAfter`, its connection ends after so many bytes of the body. */
function ask(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  bytes: Uint8Array = new Uint8Array(),
  cutAfter?: number,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const informed: Answer['informed'] = [];
    const length = method === 'HEAD' || method === 'DELETE' ? {} : { 'content-length': String(bytes.length) };
    const outgoing = httpRequest(url, { method, headers: { ...length, ...headers } });
    outgoing.on('information', ({ statusCode, headers }) => informed.push({ status: statusCode, headers }));
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, informed });
      });
    });
    outgoing.on('error', () => {
      resolve(undefined);
    });
    if (cutAfter === undefined) outgoing.end(bytes);
    else outgoing.write(bytes.subarray(0, cutAfter), () => outgoing.destroy());
  });
}

describe('resumable uploads by the draft of the IETF', () => {
  let sandbox: SandboxUnderTest;
  let token: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    token = await sandbox.token();
  });
  after(() => sandbox.end());

  const bearer = () => ({ authorization: `Bearer ${token}` });
  const send = async (...given: Parameters<typeof ask>) => {
    const [method, url, headers, ...rest] = given;
    const answer = await ask(method, url, { ...bearer(), ...headers }, ...rest);
    assert.ok(answer);
    return answer;
  };
  const create = async (headers: Record<string, string> = {}, query = '') => {
    const made = await send('POST', `${sandbox.url}/upload${query}`, { 'upload-complete': '?0', ...headers });
    assert.equal(made.status, 201, made.text);
    return made.headers.location ?? '';
  };
  const append = (url: string, offset: number, isLast: boolean, bytes: Uint8Array) =>
    send(
      'PATCH',
      url,
      { ...PARTIAL, 'upload-offset': String(offset), 'upload-complete': isLast ? '?1' : '?0' },
      bytes,
    );
  const head = (url: string) => send('HEAD', url);
  const stored = async (videoId: string) => {
    const headers = { authorization: basic(KEY) };
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
    return response.status === 200 ? sha256(new Uint8Array(await response.arrayBuffer())) : 'nothing';
  };
  const typeOf = ({ text }: Answer) => (JSON.parse(text) as { type: string }).type;

  it('says that it takes them, and how large', async () => {
    const answer = await send('OPTIONS', `${sandbox.url}/upload`);
    assert.equal(answer.headers['accept-patch'], 'application/partial-upload');
    assert.match(String(answer.headers['upload-limit']), /^max-size=\d+$/);
    assert.match(String(answer.headers['access-control-allow-headers']), /Upload-Complete/);
    assert.match(String(answer.headers['access-control-expose-headers']), /Upload-Limit/);
  });

  it('takes a file in several requests, and answers the last one with the video', async () => {
    const bytes = seededBytes(300_000, 40);
    const url = await create({
      'upload-length': '300000',
      'content-disposition': `inline; filename*=UTF-8''m%C3%A4r.mp4`,
    });
    assert.equal((await append(url, 0, false, bytes.subarray(0, 200_000))).headers['upload-complete'], '?0');
    const state = await head(url);
    assert.equal(state.status, 204);
    assert.equal(state.headers['upload-offset'], '200000');
    assert.equal(state.headers['upload-length'], '300000');
    assert.equal(state.headers['cache-control'], 'no-store');
    const last = await append(url, 200_000, true, bytes.subarray(200_000));
    assert.equal(last.headers['upload-complete'], '?1');
    const { videoId, title } = JSON.parse(last.text) as { videoId: string; title: string };
    assert.equal(title, 'mär.mp4');
    assert.equal(await stored(videoId), sha256(bytes));
    const done = await head(url);
    assert.equal(done.headers['upload-complete'], '?1');
    assert.equal(done.headers['video-id'], videoId);
  });

  it('takes a whole file in one request, into the video that the address names', async () => {
    const bytes = seededBytes(50_000, 41);
    const videoId = await sandbox.video();
    const target = `${sandbox.url}/upload?videoId=${videoId}`;
    const answer = await send('POST', target, { 'upload-complete': '?1' }, bytes);
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['upload-complete'], '?1');
    assert.equal(await stored(videoId), sha256(bytes));
  });

  it('makes no video before the client has said that it is whole', async () => {
    const bytes = seededBytes(1_000, 42);
    const url = await create({ 'upload-length': '1000' });
    await append(url, 0, false, bytes);
    const state = await head(url);
    assert.equal(state.headers['upload-complete'], '?0');
    assert.equal(await stored(String(state.headers['video-id'])), 'nothing');
    const last = await append(url, 1_000, true, new Uint8Array());
    assert.equal(last.headers['upload-complete'], '?1');
    assert.equal(await stored(String(state.headers['video-id'])), sha256(bytes));
  });

  it('keeps what a broken request has brought', async () => {
    const bytes = seededBytes(3_000_000, 43);
    const url = await create({ 'upload-length': '3000000' });
    const headers = { ...PARTIAL, ...bearer(), 'upload-offset': '0', 'upload-complete': '?1' };
    await ask('PATCH', url, headers, bytes, 1_000_000);
    const state = await head(url);
    assert.equal(state.headers['upload-complete'], '?0');
    const offset = Number(state.headers['upload-offset']);
    assert.ok(offset <= 1_000_000);
    const last = await append(url, offset, true, bytes.subarray(offset));
    assert.equal(await stored(String(last.headers['video-id'])), sha256(bytes));
  });

  it('sends answers 104 to a client of its draft, and to no other', async () => {
    const draft = { 'upload-draft-interop-version': '8', 'upload-complete': '?1' };
    const made = await send('POST', `${sandbox.url}/upload`, draft, seededBytes(1_000, 44));
    const [first, ...more] = made.informed;
    assert.equal(first?.status, 104);
    assert.equal(first.headers.location, made.headers.location);
    assert.equal(more.at(-1)?.headers['upload-offset'], '1000');
    const other = await send('POST', `${sandbox.url}/upload`, { 'upload-complete': '?0' });
    assert.deepEqual(other.informed, []);
  });

  it('answers by the problem types of the draft', async () => {
    const url = await create({ 'upload-length': '10' });
    const conflict = await append(url, 5, false, new Uint8Array(5));
    assert.equal(conflict.status, 409);
    assert.equal(conflict.headers['upload-offset'], '0');
    const problem = JSON.parse(conflict.text) as Record<string, unknown>;
    assert.equal(problem['type'], `${TYPES}mismatching-upload-offset`);
    assert.deepEqual([problem['expected-offset'], problem['provided-offset']], [0, 5]);
    const short = await append(url, 0, true, new Uint8Array(5));
    assert.equal(short.status, 400);
    assert.equal(typeOf(short), `${TYPES}inconsistent-upload-length`);
    await append(url, 0, true, new Uint8Array(10));
    const after = await append(url, 10, true, new Uint8Array());
    assert.equal(after.status, 400);
    assert.equal(typeOf(after), `${TYPES}completed-upload`);
  });

  it('makes one video of two creations with the same Upload-Id', async () => {
    const headers = { 'upload-length': '10', 'upload-id': 'one-upload-of-mine' };
    const [one, other] = [await create(headers), await create(headers)];
    assert.notEqual(one, other);
    const [first, second] = [await head(one), await head(other)];
    assert.equal(first.headers['video-id'], second.headers['video-id']);
  });

  it('forgets an upload that is cancelled, and keeps its wire apart from tus', async () => {
    const url = await create();
    const version = { 'tus-resumable': '1.0.0' };
    assert.equal((await send('HEAD', url.replace('/resumable/', '/tus/'), version)).status, 404);
    assert.equal((await send('DELETE', url)).status, 204);
    assert.equal((await head(url)).status, 404);
  });

  it('refuses what it cannot take', async () => {
    const target = `${sandbox.url}/upload`;
    const without = await ask('POST', target, { 'upload-complete': '?0' });
    assert.equal(without?.status, 401);
    assert.equal((await send('POST', target, { 'upload-complete': 'yes' })).status, 400);
    assert.equal((await send('POST', target, { 'upload-complete': '?0', 'upload-length': '0' })).status, 400);
    const large = { 'upload-complete': '?0', 'upload-length': '99999999999999' };
    assert.equal((await send('POST', target, large)).status, 413);
    const url = await create({ 'upload-length': '10' });
    const plain = { 'upload-offset': '0', 'upload-complete': '?0' };
    assert.equal((await send('PATCH', url, plain, new Uint8Array(5))).status, 400);
    assert.equal((await append(url, 0, false, new Uint8Array(11))).status, 413);
  });
});
