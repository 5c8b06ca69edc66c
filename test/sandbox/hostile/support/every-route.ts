import { mkdtemp, rm } from 'node:fs/promises';
import { mock } from 'node:test';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Method } from '../../../../packages/vh-elements-sandbox/src/routing/operation.ts';
import { Router } from '../../../../packages/vh-elements-sandbox/src/routing/router.ts';
import { createSandbox } from '../../../../packages/vh-elements-sandbox/src/sandbox.ts';

/** A method and a path with its parameters as `:name`. */
export interface Route {
  method: Method;
  path: string;
}

/** Every route that a sandbox has, learnt from its rooms while they add them: a new room needs no line here. */
export async function everyRoute(): Promise<Route[]> {
  const added = [mock.method(Router.prototype, 'on'), mock.method(Router.prototype, 'open')];
  const dataDir = await mkdtemp(path.join(tmpdir(), 'routes-'));
  try {
    await (await createSandbox({ dataDir, ffmpeg: false })).close();
    return added.flatMap(({ mock: { calls } }) =>
      calls.map(({ arguments: [method, path] }) => ({ method, path })),
    );
  } finally {
    for (const { mock } of added) mock.restore();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The paths that a route becomes when each of its parameters in turn is `evil` and the others are honest. */
export function pathsWith({ path }: Route, evil: string, honest: Readonly<Record<string, string>>): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.map((attacked) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => (name === attacked ? evil : (honest[name] ?? 'x'))),
  );
}
