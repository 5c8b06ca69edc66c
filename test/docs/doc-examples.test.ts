import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { Consumer } from '../support/package/consumer.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { inRepository } from '../support/repository.ts';
import { withSiblings } from '../support/package/siblings.ts';

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(inRepository(folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
];

/** The folders below which a `README.md` is a map. */
const MAPPED = [
  ...['src', 'packages/vh-elements-sandbox/src', 'demo', 'test'],
  ...['scripts', 'bench', 'backends', 'integrations'],
];
const maps = MAPPED.flatMap((folder) =>
  readdirSync(inRepository(folder), { recursive: true })
    .map((name) => String(name).replaceAll(path.sep, '/'))
    .filter((name) => path.posix.basename(name) === 'README.md')
    .map((name) => `${folder}/${name}`),
);

// Without what a formatter chooses: a document has shorter lines than a program.
const flat = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/[,;](?=[)\]}])/g, '');
const fixtures = readdirSync(inRepository('test/frameworks'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => flat(readFileSync(path.join(parentPath, name), 'utf8')));

/** True for a part of a page or a project in `test/frameworks`. */
const isInFixture = (text: string) => fixtures.some((fixture) => fixture.includes(flat(text)));

describe('the examples in the documents', () => {
  const blocks = pages
    .flatMap(blocksOf)
    .filter(({ language }) => /^(?:tsx?|js)$/.test(language))
    // Whole programs in JavaScript: test/e2e/sites/whole-servers.e2e.test.ts runs them.
    .filter(({ where, language }) => !/^docs\/(several-)?servers\.md/.test(where) || language === 'ts')
    // A page's script without types: test/e2e/sites/your-videos.e2e.test.ts runs it.
    .filter(({ where, text }) => !(where.startsWith('docs/your-videos.md') && text.includes('document.')))
    // The framework's compiler checks the examples of its own project.
    .filter(({ where, text }) => !(where.startsWith('docs/frameworks.md') && isInFixture(text)));
  let consumer: Consumer;

  before(async () => {
    consumer = await withSiblings('doc-examples');
  });

  it('pass strict types as they stand', async () => {
    assert.ok(blocks.length >= 5, 'the README and the guides have examples');
    // Each is a module of its own, so that it has to say all that it uses.
    const files = Object.fromEntries(
      blocks.map(({ where, text, language }) => [
        `${where.replaceAll(/[^\w]/g, '-')}.${language === 'tsx' ? 'tsx' : 'ts'}`,
        /^(im|ex)port /m.test(text) ? text : `${text}\nexport {};\n`,
      ]),
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      types: ['node'],
      jsx: 'react-jsx',
      // Node's own declarations do not agree with each other under these options.
      skipLibCheck: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
    };
    await consumer.write({
      ...files,
      // The site of `npm create vh-elements`, which docs/testing.md drives.
      'site.d.ts': 'export function startSite(options: object): Promise<{ url: string; close(): void }>;',
      'tsconfig.json': JSON.stringify({ compilerOptions, files: Object.keys(files) }),
    });
    const { ok, output } = await consumer.node(inRepository('node_modules/typescript/bin/tsc'), '-p', '.');
    assert.ok(ok, output);
  });
});

describe('the policies in the documents', () => {
  it('let no other site frame the page', () => {
    const policies = pages.flatMap((page) =>
      [...readFileSync(inRepository(page), 'utf8').matchAll(/default-src 'self'(?:[^`](?!^\)))*/gm)].map(
        ([policy]) => ({ page, policy }),
      ),
    );
    assert.ok(policies.length >= 6, String(policies.length));
    for (const { page, policy } of policies) assert.match(policy, /frame-ancestors 'self'/, page);
  });
});

describe('the examples for frameworks', () => {
  it('of React and Next.js are those of the project that `npm run frameworks next` builds', () => {
    const blocks = blocksOf('docs/frameworks.md').filter(
      ({ language, text }) => language === 'tsx' || /handle as GET/.test(text),
    );
    assert.ok(blocks.length >= 4);
    for (const { where, text } of blocks) assert.ok(isInFixture(text), where);
  });

  for (const { where, language, text } of blocksOf('docs/frameworks.md')) {
    if (!/^(?:vue|svelte|jsx|html|astro)$/.test(language)) continue;
    it(`are those of pages that tests run: ${where}`, () => {
      assert.ok(isInFixture(text));
    });
  }
});

describe('the links in the documents', () => {
  for (const page of [...pages, ...maps]) {
    it(`lead somewhere in ${page}`, () => {
      const text = readFileSync(inRepository(page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
      const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target));
      assert.deepEqual(broken, []);
    });
  }
});

describe('the decisions', () => {
  const notes = pages.filter((page) => /^docs\/decisions\/\d/.test(page)).map((page) => path.basename(page));

  it('are linked from the map of the folder that each is about', () => {
    const text = maps.map((map) => readFileSync(inRepository(map), 'utf8')).join('\n');
    assert.deepEqual(
      notes.filter((note) => !text.includes(`docs/decisions/${note})`)),
      [],
    );
  });

  it('are listed in their index', () => {
    const index = readFileSync(inRepository('docs/decisions/README.md'), 'utf8');
    assert.ok(notes.length > 0);
    assert.deepEqual(
      notes.filter((note) => !index.includes(`(${note})`)),
      [],
    );
  });

  it('are few and short: what repeats a guide stands in the guide', () => {
    assert.ok(notes.length <= 40, `${notes.length} notes`);
    // Figures in a table are looked up, and not read.
    const wordsOf = (note: string) =>
      readFileSync(inRepository('docs/decisions', note), 'utf8')
        .replaceAll(/^\|.*$/gm, '')
        .trim()
        .split(/\s+/).length;
    assert.deepEqual(
      notes.filter((note) => wordsOf(note) > 500).map((note) => `${note}: ${wordsOf(note)} words`),
      [],
    );
  });
});

function leadsSomewhere(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(inRepository(found))) return false;
  return anchor === undefined || anchorsOf(found).includes(anchor);
}

/** The anchors of a page's headings, as code hosts make them. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(inRepository(page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
