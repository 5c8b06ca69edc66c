import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createBackend, toNodeListener } from '../../src/backend/index.ts';
import { RecordingService } from '../support/conformance/recording-service.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { StoreProcess } from '../support/stores/store-process.ts';

const MODULES = '/usr/lib/apache2/modules';
const NAMES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'cache', 'cache_disk'];

/** Apache with its cache, in front of an origin. */
const configOf = (folder: string, port: number, origin: string) => `
ServerRoot ${folder}
ServerName site.test
Listen 127.0.0.1:${String(port)}
PidFile ${folder}/pid
Mutex posixsem
ErrorLog ${folder}/error
User nobody
Group nogroup
${NAMES.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
CacheRoot ${folder}/cache
CacheEnable disk /
CacheQuickHandler off
CacheHeader on
ProxyPass / ${origin}/
`;

const isThere = spawnSync('apache2', ['-v'], { stdio: 'ignore' }).status === 0;
if (!isThere) process.stderr.write('LEFT OUT, since there is no apache2 on this machine: a shared cache\n');

if (isThere)
  describe('a shared cache in front of a site whose session sets a cookie', () => {
    let service: RecordingService;
    let site: Server;
    let apache: StoreProcess;
    let visitors = 0;
    before(async () => {
      service = await RecordingService.start();
      const backend = createBackend({
        ...{ baseUrl: service.baseUrl('shared/cache'), apiKey: 'a-real-key', basePath: '/vh' },
        embed: { assets: 'https://static.test/' },
      });
      const listener = toNodeListener(backend);
      site = createServer((request, response) => {
        response.setHeader('set-cookie', `session=of-visitor-${String(++visitors)}`);
        void listener(request, response);
      }).listen(0, '127.0.0.1');
      await once(site, 'listening');
      const origin = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`;
      apache = new StoreProcess(Number(await freePort()), (port, folder) => {
        mkdirSync(path.join(folder, 'cache'));
        for (const one of [folder, path.join(folder, 'cache')]) chmodSync(one, 0o777);
        writeFileSync(path.join(folder, 'conf'), configOf(folder, port, origin));
        return ['apache2', '-f', path.join(folder, 'conf'), '-DFOREGROUND'];
      });
      await apache.start();
    });
    after(async () => {
      await apache.end('SIGTERM');
      site.close();
      site.closeAllConnections();
      service.end();
    });

    for (const place of ['/vh/playback/videos/viReady1', '/vh/embed/videos/viReady1'])
      it(`gives the cookie of one visitor to no other: ${place}`, async () => {
        const ask = () => fetch(`http://127.0.0.1:${String(apache.port)}${place}`);
        const [first, second] = [await ask(), await ask()];
        assert.deepEqual([first.status, second.status], [200, 200]);
        // The cache does its work: the second visitor has the answer of the first.
        assert.match(second.headers.get('x-cache') ?? '', /^HIT/);
        assert.equal(await second.text(), await first.text());
        assert.match(first.headers.get('set-cookie') ?? '', /^session=of-visitor-/);
        assert.equal(second.headers.get('set-cookie'), null);
      });
  });
