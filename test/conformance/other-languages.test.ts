import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { conformance } from '../../src/conformance/command.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort, languages } from '../support/frameworks/languages.ts';
import { ServiceWithThings } from '../support/frameworks/site-under-test.ts';
import { KEY } from '../support/sandbox/sandbox.ts';

const GRANT = {
  method: 'POST',
  body: JSON.stringify({
    file: { name: 'a.mp4', size: 5, type: '' },
    idempotencyKey: 'one-upload-of-one-file',
  }),
};
const headersFor = (url: string) => ({
  'origin': new URL(url).origin,
  'content-type': 'application/json',
  'x-vh-request': '1',
  'cookie': 'user=me',
});

describe('the reference backends in other languages', () => {
  let service: ServiceWithThings;
  let state: string;
  before(async () => {
    state = await mkdtemp(path.join(tmpdir(), 'vh-backend-'));
    service = await ServiceWithThings.start();
  });
  after(async () => {
    await service.end();
    await rm(state, { recursive: true, force: true });
  });

  for (const { name, interpreter, launch } of languages) {
    describe(name, () => {
      before(() => {
        const { status } = spawnSync(interpreter, ['--version'], { stdio: 'ignore' });
        assert.equal(status, 0, `${interpreter} is not on this machine and could not be installed`);
      });

      const withServer = async (env: Record<string, string>, use: (url: string) => Promise<void>) => {
        const server = await FrameworkServer.start({
          ...(await launch()),
          env: { ...service.env, VH_STATE: path.join(state, name), ...env },
        });
        try {
          await use(server.url);
        } finally {
          await server.end();
        }
      };

      it('keeps the contract', () =>
        withServer({}, async (url) => {
          const lines: string[] = [];
          const code = await conformance(service.wordsFor(url), (text) => void lines.push(text));
          const odd = lines.filter((line) => !line.startsWith('ok'));
          assert.equal(code, 0, odd.join(''));
          assert.match(odd.join(''), /^\n\d\d passed, 0 failed, 0 left out\n$/);
        }));

      it('makes one video of one upload, and stores no secret in plain text', () =>
        withServer({}, async (url) => {
          const ask = async () => {
            const response = await fetch(`${url}/grants`, { ...GRANT, headers: headersFor(url) });
            assert.equal(response.status, 201);
            return (await response.json()) as { videoId: string; token: string };
          };
          const grants = await Promise.all([ask(), ask(), ask()]);
          assert.equal(new Set(grants.map(({ videoId }) => videoId)).size, 1);
          assert.equal(new Set(grants.map(({ token }) => token)).size, 3);
          const folder = path.join(state, name);
          const files = await readdir(folder).catch(() => []);
          const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
          const secrets = [KEY, ...grants.map(({ token }) => token)];
          assert.ok(texts.every((text) => secrets.every((secret) => !text.includes(secret))));
        }));

      it('takes back a video that has stayed empty, and no other', () =>
        withServer({}, async (url) => {
          const post = async (body: object) => {
            const text = JSON.stringify({ ...(JSON.parse(GRANT.body) as object), ...body });
            const response = await fetch(`${url}/grants`, { ...GRANT, body: text, headers: headersFor(url) });
            return [response.status, (await response.json()) as Record<string, string>] as const;
          };
          const made = async (idempotencyKey: string) => {
            const [, { videoId = '', claim }] = await post({ idempotencyKey });
            return { videoId, claim };
          };
          const discard = (asked: object) => post({ action: 'discard', ...asked });
          const empty = await made('an-upload-that-stays-empty');
          const begun = await made('an-upload-that-has-bytes');
          await service.sandbox.upload(begun.videoId, Buffer.from('bytes'));
          assert.equal((await discard({ ...empty, claim: begun.claim }))[0], 403);
          assert.equal((await discard({ ...empty, videoId: undefined }))[0], 400);
          for (let times = 0; times < 2; times++)
            assert.deepEqual(await discard(empty), [200, { discarded: true }]);
          assert.deepEqual(await discard(begun), [200, { discarded: false }]);
          const there = async ({ videoId }: { videoId: string }) =>
            (await service.sandbox.ask('GET', `/videos/${videoId}`)).status;
          assert.deepEqual([await there(empty), await there(begun)], [404, 200]);
        }));

      it('says in a tus grant whether the service joins uploads', () =>
        withServer({ VH_PROTOCOL: 'tus' }, async (url) => {
          const options = await fetch(`${service.sandbox.url}/upload`, { method: 'OPTIONS' });
          const isJoined = /\bconcatenation\b/.test(options.headers.get('tus-extension') ?? '');
          const response = await fetch(`${url}/grants`, { ...GRANT, headers: headersFor(url) });
          const grant = (await response.json()) as { protocol: string; joinsParts?: boolean };
          assert.deepEqual([grant.protocol, grant.joinsParts], ['tus', isJoined]);
        }));

      it('refuses without a key, with a placeholder, a wrong key and an unreachable service, and says nothing of it', async () => {
        const closed = `http://127.0.0.1:${await freePort()}`;
        const cases = [
          [{ VH_API_KEY: '' }, 500, 'invalid-use'],
          [{ VH_API_KEY: 'YOUR_API_KEY' }, 500, 'invalid-use'],
          [{ VH_API_KEY: 'a-wrong-key' }, 502, 'request-refused'],
          [{ VH_BASE_URL: closed }, 502, 'network'],
        ] as const;
        for (const [index, [env, status, word]] of cases.entries()) {
          await withServer(
            { ...env, VH_STATE: path.join(state, `${name}-${String(index)}`) },
            async (url) => {
              const response = await fetch(`${url}/grants`, { ...GRANT, headers: headersFor(url) });
              const text = await response.text();
              assert.equal(response.status, status, text);
              assert.ok(text.includes(`vh-elements/${word}`) && !/key|127\.0/i.test(text), text);
            },
          );
        }
      });
    });
  }
});
