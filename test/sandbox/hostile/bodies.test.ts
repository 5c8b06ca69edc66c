import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { everyRoute } from './support/every-route.ts';
import { EVIL_BODIES } from './support/evil-bodies.ts';
import { HostileSandbox } from './support/hostile-sandbox.ts';
import { targetsOf, type Targets } from './support/targets.ts';
import { endProcesses } from '../../support/sandbox/sandbox-process.ts';
import { eventually } from '../../support/eventually.ts';

describe('a hostile body', () => {
  let sandbox: HostileSandbox;
  let targets: Targets;
  let surroundings: Record<string, string>;
  let files: readonly string[];
  before(async () => {
    sandbox = await HostileSandbox.start();
    targets = await targetsOf(sandbox);
    surroundings = await sandbox.surroundings();
    files = await sandbox.inside('extents');
  });
  after(async () => {
    await sandbox.end();
    await endProcesses();
  });

  it('is tried on every route that reads one', async () => {
    const known = [...targets.files, ...targets.json].map(shapeOf);
    const routes = (await everyRoute())
      .filter(({ method }) => ['POST', 'PATCH', 'PUT'].includes(method))
      .map(({ method, path }) => shapeOf(`${method} ${path}`));
    const others = routes.filter((route) => !known.includes(route));
    assert.deepEqual(others.sort(), [
      // The console passes a body on to the routes above.
      'PATCH /_sandbox/console/service/*',
      'PATCH /upload/resumable/*',
      'PATCH /upload/tus/*',
      'POST /_sandbox/console/service/*',
      'POST /_sandbox/v1/deliveries/*/resend',
      'POST /_sandbox/v1/import',
      'POST /_sandbox/v1/reset',
      'POST /live-streams/*/_synthetic',
      'POST /upload/tus/*',
      'PUT /_sandbox/console/service/*',
      'PUT /live-streams/*/complete',
    ]);
  });

  for (const [kind, attacksOn] of Object.entries(EVIL_BODIES)) {
    it(`is refused: ${kind}`, async () => {
      const faults: string[] = [];
      for (const attack of attacksOn(targets)) {
        const { status = 0 } = await sandbox.send(attack);
        if (status < 400 || status >= 500) faults.push(`${attack.what}: ${String(status)}`);
      }
      assert.deepEqual(faults, []);
    });
  }

  it('leaves nothing behind: no file, nothing outside of the data folder', async () => {
    // Connections that were cut are noticed when they are.
    const ask = () => sandbox.send({ request: 'GET /videos', headers: {}, body: [] });
    await eventually(async () => (await sandbox.inside('extents')).length <= files.length || undefined);
    assert.deepEqual(await sandbox.surroundings(), surroundings);
    assert.equal((await ask()).status, 200);
  });
});

/** A route without what its parameters are. */
function shapeOf(route: string): string {
  return route
    .replace(/\?.*/, '')
    .replace(/(videos|players|live-streams|captions|chapters|tus|resumable|deliveries)\/[^/]+/g, '$1/*');
}
