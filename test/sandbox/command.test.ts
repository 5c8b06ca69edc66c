import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { after, before, describe, it } from 'node:test';
import { FLAGS, written, type FlagName } from '../../packages/vh-elements-sandbox/src/command/flags.ts';
import { inRepository } from '../support/repository.ts';
import { endProcesses, SandboxProcess } from '../support/sandbox/sandbox-process.ts';
import { basic, KEY, request } from '../support/sandbox/sandbox.ts';

describe('the sandbox command', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sandbox-command-'));
  });
  after(async () => {
    await endProcesses();
    await rm(root, { recursive: true, force: true });
  });

  it('prints one line of JSON when it is ready, and ends cleanly', async () => {
    const sandbox = new SandboxProcess('--port', '0', '--data', path.join(root, 'a'), '--api-key', KEY);
    const { url, apiKey } = await sandbox.ready();
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(apiKey, KEY);
    assert.equal((await request('GET', `${url}/videos`, { authorization: basic(KEY) })).status, 200);
    assert.equal(await sandbox.end('SIGTERM'), 0);
    assert.equal(sandbox.stdout.trim().split('\n').length, 1);
  });

  it('makes a key of its own and remembers it', async () => {
    const keys = [];
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const sandbox = new SandboxProcess('--data', path.join(root, 'b'));
      keys.push((await sandbox.ready()).apiKey);
      await sandbox.end(signal);
    }
    assert.equal(keys[0], keys[1]);
    assert.match(keys[0] ?? '', /^[A-Za-z0-9]{22}$/);
  });

  it('serves https with a certificate for this machine', async () => {
    const sandbox = new SandboxProcess('--data', path.join(root, 'c'), '--tls');
    const { url } = await sandbox.ready();
    assert.match(url, /^https:/);
    const { port } = new URL(url);
    const certificate = await new Promise<X509Certificate | undefined>((resolve, reject) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate());
        socket.destroy();
      });
      socket.on('error', reject);
    });
    assert.ok(certificate);
    assert.ok(certificate.verify(certificate.publicKey), 'signed by itself');
    assert.ok(certificate.checkHost('localhost'));
    assert.ok(certificate.checkIP('127.0.0.1'));
    assert.ok(new Date(certificate.validTo).getTime() > Date.now());
    await sandbox.end('SIGTERM');
  });

  const refuses = async (args: string[], sentence: RegExp) => {
    const sandbox = new SandboxProcess(...args);
    assert.equal(await Promise.race([sandbox.ended(), sandbox.ready()]), 1);
    assert.match(sandbox.stderr, sentence);
    assert.equal(sandbox.stderr.trim().split('\n').length, 1, sandbox.stderr);
    assert.equal(sandbox.stdout, '');
  };

  it('says what to do when the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await refuses(['--port', String(port), '--data', path.join(root, 'd')], /Port \d+ is in use: .*--port/);
    server.close();
  });

  it('says what to do when the folder cannot be written', async () => {
    await writeFile(path.join(root, 'file'), '');
    await refuses(['--data', path.join(root, 'file')], /cannot be written: .*--data/);
    await refuses(['--data', path.join(root, 'file', 'below')], /cannot be written: .*--data/);
  });

  it('says what to do when another sandbox has the folder', async () => {
    const first = new SandboxProcess('--data', path.join(root, 'e'));
    await first.ready();
    await refuses(['--data', path.join(root, 'e')], /in use by another sandbox: .*--data/);
    await first.end('SIGKILL');
    const third = new SandboxProcess('--data', path.join(root, 'e'));
    await third.ready();
    await third.end('SIGTERM');
  });

  it('says how it is used when it does not understand', async () => {
    await refuses(['--prot', '0'], /--prot.*Use: .*--port/);
    await refuses(['extra'], /Use: /);
    await refuses(['--port'], /Use: /);
    await refuses(['--port', '70000'], /port must be/);
    await refuses(['--port', 'x'], /port must be/);
    await refuses(['--api-key', ''], /API key is empty/);
    for (const short of ['dev', 'K', 'a-key-of-15-cha'])
      await refuses(['--api-key', short, '--data', path.join(root, 'f')], /16 characters .*leave it away/);
    await refuses(['--allow-origin', 'site.example', '--data', path.join(root, 'f')], /https:\/\//);
  });

  it('explains every flag, as docs/sandbox.md does', async () => {
    const sandbox = new SandboxProcess('--help');
    assert.equal(await sandbox.ended(), 0);
    const rows = (await readFile(inRepository('docs/sandbox.md'), 'utf8'))
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ').trim());
    for (const [name, { help }] of Object.entries(FLAGS)) {
      const flag = written(name as FlagName);
      assert.match(sandbox.stdout, new RegExp(`^ +--${name} .*${help.slice(0, 10)}`, 'm'));
      const row = `| \`${flag.replaceAll('|', '\\|')}\` | ${help} |`;
      assert.ok(rows.includes(row), `docs/sandbox.md lacks the line ${row}`);
    }
  });
});
