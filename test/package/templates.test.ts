import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';

interface Session {
  sessionOf: (user: string) => { value: string };
  userOf: (header: string | null) => string | undefined;
}

/** What a `package.json` of the repository names, with its versions. */
function namedIn(...file: string[]): [string, string][] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(inRepository(...file, 'package.json'), 'utf8'),
  ) as Partial<Record<string, Record<string, string>>>;
  return Object.entries({ ...dependencies, ...devDependencies });
}

const foldersIn = (folder: string) =>
  readdirSync(inRepository(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

describe('the templates of npm create vh-elements', () => {
  it('name the versions that the repository is tested with', () => {
    const projects = foldersIn('test/frameworks/projects');
    const pinned = new Map(['.', 'scripts/installs/tests', ...projects].flatMap((folder) => namedIn(folder)));
    const named = foldersIn('packages/create-vh-elements/templates').flatMap((folder) => namedIn(folder));
    const foreign = named.filter(([name]) => !name.startsWith('vh-elements'));
    assert.ok(foreign.length > 10);
    for (const [name, version] of foreign) assert.equal(version, `^${pinned.get(name) ?? '?'}`, name);
  });

  it('know a user of any name by the cookie that the server has signed', async () => {
    process.env['SESSION_SECRET'] = 'a-secret-of-the-tests-that-is-long-enough';
    const file = inRepository('packages/create-vh-elements/shared/node/lib/session.js');
    const { sessionOf, userOf } = (await import(pathToFileURL(file).href)) as Session;
    for (const user of ['ann', 'ann.b@site.example', 'Zoë', 'a b', '日本', '%41', 'x;y=z']) {
      // Express and Next.js write a value as an address does; browsers send it back as it is.
      const value = encodeURIComponent(sessionOf(user).value);
      assert.equal(userOf(`first=1; session=${value}; last=2`), user);
      assert.equal(userOf(`session=x${value}`), undefined);
      assert.equal(userOf(`session=${value}x`), undefined);
    }
    assert.equal(userOf(null), undefined);
  });
});
