import { chmodSync, existsSync, mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'node:test';
import { freePort } from '../../support/frameworks/languages.ts';
import { StoreProcess } from '../../support/stores/store-process.ts';

const PROGRAM = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

/** A suite of tests with a cache in front of a site. Where Apache is missing, one loud line names the suite. */
export function describeWithApache(name: string, suite: () => void): void {
  if (existsSync(PROGRAM) && existsSync(MODULES)) describe(name, suite);
  else process.stderr.write(`LEFT OUT, since there is no Apache on this machine: ${name}\n`);
}

/** Apache as a proxy with its shared cache (`mod_cache`), as its manual sets it up, in front of a site on this machine. */
export async function startApacheCache(sitePort: number): Promise<StoreProcess> {
  const home = mkdtempSync(path.join(tmpdir(), 'vh-apache-'));
  mkdirSync(path.join(home, 'cache'));
  // It writes as a user of its own.
  for (const folder of [home, path.join(home, 'cache')]) chmodSync(folder, 0o777);
  const port = Number(await freePort());
  const load = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'cache', 'cache_disk'];
  const lines = [
    ...load.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `Listen 127.0.0.1:${String(port)}`,
    'ServerName 127.0.0.1',
    `DocumentRoot ${home}`,
    `DefaultRuntimeDir ${home}`,
    `PidFile ${home}/apache.pid`,
    `ErrorLog ${home}/error.log`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `CacheRoot ${home}/cache`,
    'CacheEnable disk /',
    'ProxyPreserveHost On',
    `ProxyPass / http://127.0.0.1:${String(sitePort)}/`,
  ];
  writeFileSync(path.join(home, 'apache.conf'), `${lines.join('\n')}\n`);
  const store = new StoreProcess(
    port,
    () => [PROGRAM, '-d', home, '-f', path.join(home, 'apache.conf'), '-DFOREGROUND'],
    home,
  );
  await store.start();
  return store;
}
