import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evilPaths } from './support/evil-paths.ts';
import { CANARY, HostileSandbox } from './support/hostile-sandbox.ts';
import { endProcesses } from '../../support/sandbox/sandbox-process.ts';

describe('a hostile path', () => {
  let sandbox: HostileSandbox;
  before(async () => {
    sandbox = await HostileSandbox.start();
  });
  after(async () => {
    await sandbox.end();
    await endProcesses();
  });

  it('leads nowhere, in every id of every route', async () => {
    const attacks = await evilPaths(sandbox);
    const surroundings = await sandbox.surroundings();
    assert.ok(attacks.length > 1000, 'the routes are found');
    const faults: string[] = [];
    for (const attack of attacks) {
      const { status = 0, text } = await sandbox.send(attack);
      if (status < 400 || status >= 500) faults.push(`${attack.what}: ${String(status)}`);
      if (text.includes(CANARY) || text.includes('SQLite format') || /^x-injected/im.test(text))
        faults.push(`${attack.what} reports`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(await sandbox.surroundings(), surroundings);
  });

  it('leads nowhere in the names of files and uploads either', async () => {
    const token = await sandbox.make('/upload-tokens', {}, 'token');
    const request = `POST /upload?token=${token}`;
    const surroundings = await sandbox.surroundings();
    const evilNames = [
      '../../../canary.txt',
      '..\\..\\canary.txt',
      '/etc/canary.txt',
      'x\0.mp4',
      '%2e%2e%2fcanary.txt',
    ];
    for (const name of evilNames) {
      const { status = 0 } = await sandbox.send({ request, ...form(`name="file"; filename="${name}"`) });
      // A name is only a title: nothing is stored under it.
      assert.ok(status === 201 || (status >= 400 && status < 500), `${name}: ${String(status)}`);
    }
    for (const name of evilNames) {
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': 1, 'content-length': 0 };
      const metadata = { 'upload-metadata': `videoId ${Buffer.from(name).toString('base64')}` };
      const into = await sandbox.send({ request, headers: { ...headers, ...metadata }, body: [] });
      assert.equal(into.status, 404);
      const concat = { 'upload-concat': `final;/upload/tus/${name.replaceAll('\0', '')}` };
      const outOf = await sandbox.send({ request, headers: { ...headers, ...concat }, body: [] });
      assert.equal(outOf.status, 400);
    }
    assert.deepEqual(await sandbox.surroundings(), surroundings);
    for (const file of await sandbox.inside('extents')) assert.match(file, /^[0-9a-f-]{36}$/);
  });
});

/** A form with one file of four bytes. */
function form(disposition: string): { headers: Record<string, string | number>; body: string[] } {
  const body = `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\nfilm\r\n--b--\r\n`;
  const type = 'multipart/form-data; boundary=b';
  return { headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) }, body: [body] };
}
