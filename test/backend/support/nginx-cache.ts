import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'node:test';
import { freePort } from '../../support/frameworks/languages.ts';
import { StoreProcess } from '../../support/stores/store-process.ts';

const PROGRAM = '/usr/sbin/nginx';

/** A suite of tests with nginx in front of a site. Where nginx is missing, one loud line names the suite. */
export function describeWithNginx(name: string, suite: () => void): void {
  if (existsSync(PROGRAM)) describe(name, suite);
  else process.stderr.write(`LEFT OUT, since there is no nginx on this machine: ${name}\n`);
}

/** nginx as a proxy with its shared cache, as its manual sets it up, in front of a site on this machine. */
export async function startNginxCache(sitePort: number): Promise<StoreProcess> {
  const home = mkdtempSync(path.join(tmpdir(), 'vh-nginx-'));
  // It writes as a user of its own.
  chmodSync(home, 0o777);
  const port = Number(await freePort());
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user www-data;'] : []),
    'worker_processes 1;',
    `pid ${home}/nginx.pid;`,
    `error_log ${home}/error.log;`,
    'events {}',
    'http {',
    'access_log off;',
    ...folders.map((name) => `${name}_temp_path ${home}/${name};`),
    `proxy_cache_path ${home}/cache keys_zone=pages:1m;`,
    `server { listen 127.0.0.1:${String(port)};`,
    `location / { proxy_pass http://127.0.0.1:${String(sitePort)}; proxy_set_header Host $http_host;`,
    'proxy_cache pages; add_header x-cache $upstream_cache_status; } } }',
  ];
  const config = path.join(home, 'nginx.conf');
  writeFileSync(config, `${lines.join('\n')}\n`);
  const store = new StoreProcess(port, () => [PROGRAM, '-p', home, '-c', config], home);
  await store.start();
  return store;
}
