// npm run frameworks [-- name …]: a new project of each framework, from the packed archive, as who reads the documents makes it.
// Each is installed, built with an empty page and with ours, type-checked, rendered by its server, and used in Chromium: a film
// plays, captions are chosen, another film is made smaller and uploaded, nothing is said on the console. Prints a table; exits 1
// when one of them fails. Installations stay in the temporary folder for the next run. `interop` holds each framework to what the
// public interoperability suite for custom elements asks, with our player as the element; `create` makes a site by
// `npm create vh-elements` and uses it; `template-NAME` does so with one of its templates. With --newest, each installs the newest of
// what it names, instead of the pinned versions.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { saveFigures } from '../support/bench-results.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { packed } from '../../test/support/package/consumer.ts';
import { FilmPage, type Weight } from '../support/package/film-page.ts';
import { checkInterop, INTEROP } from '../support/package/interop.ts';
import { FreshProject } from '../support/package/fresh-project.ts';
import { installedIn } from '../support/package/versions.ts';
import { TEMPLATES, tryTemplate } from '../support/package/try-template.ts';
import { inRepository } from '../../test/support/repository.ts';
import { film } from '../../test/support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, KEY, SandboxUnderTest, textOf } from '../../test/support/sandbox/sandbox.ts';
import { withSiblings } from '../../test/support/package/siblings.ts';
import { StaticSite } from '../../test/e2e/support/static-site.ts';

interface Framework {
  /** Whether a server renders the tags. */
  isRendered?: boolean;
  /** Whether plain `tsc` checks its sources, so that the newest one can, too. */
  isPlainTypeScript?: boolean;
}

const frameworks: Record<string, Framework> = {
  'script-tag': {},
  'react': { isPlainTypeScript: true },
  'next': { isRendered: true, isPlainTypeScript: true },
  'vue': {},
  'nuxt': { isRendered: true },
  'sveltekit': { isRendered: true },
  'solid': { isPlainTypeScript: true },
  'angular': {},
  'astro': { isRendered: true },
};

const NEWEST_TYPESCRIPT = '7.0.2';
const archive = inRepository('.build/packed.tgz');

async function makeVideo(sandbox: SandboxUnderTest): Promise<string> {
  const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'A film' } });
  const videoId = textOf(body, 'videoId');
  await sandbox.upload(videoId, await film('h264-aac.mp4'));
  for (const language of ['en', 'de']) {
    const text = await readFile(inRepository(`test/media/captions/${language}.vtt`));
    await sandbox.ask('POST', `/videos/${videoId}/captions/${language}`, {
      form: formOf(text, { name: `${language}.vtt` }),
    });
  }
  await sandbox.statusWhen(videoId, isSettled);
  return videoId;
}

/** Opens the site with a page that does not use the package: the rest is the framework's own. */
async function weighBlank(project: FreshProject, env: Record<string, string>): Promise<number> {
  const site = await project.start(env);
  const page = await FilmPage.open(browser, `${site.origin}/`);
  const kilobytes = await page.kilobytes();
  await page.close();
  await site.end();
  return kilobytes;
}

/** Uses the page as a visitor does; answers how much script that took. */
async function use(project: FreshProject, env: Record<string, string>, isRendered: boolean): Promise<Weight> {
  const site = await project.start(env);
  try {
    const address = `${site.origin}/?video=${videoId}`;
    if (isRendered) {
      const html = await (await fetch(address)).text();
      const [player = ''] = /<vh-player[^>]*>/.exec(html) ?? [];
      for (const attribute of ['backend="/vh"', `video-id="${videoId}"`, 'muted'])
        assert.ok(player.includes(attribute), `the server renders ${attribute}: ${player}`);
    }
    const page = await FilmPage.open(browser, address);
    try {
      const atRest = await page.kilobytes();
      await page.play();
      await page.chooseCaptions();
      await page.upload(sandbox);
      assert.deepEqual(page.complaints, []);
      return { atRest, inAll: await page.kilobytes() };
    } catch (error) {
      console.log(`  console: ${page.complaints.join('\n  ')}\n  server: ${site.said}`);
      throw error;
    } finally {
      await page.close();
    }
  } finally {
    await site.end();
  }
}

/** The newest TypeScript over a project's sources; frameworks bring an older one. */
async function checkByNewest(project: FreshProject): Promise<string> {
  const tools = new FreshProject('typescript');
  await tools.run('npm', 'install', '--no-package-lock', `typescript@${NEWEST_TYPESCRIPT}`);
  await project.run(process.execPath, path.join(tools.folder, 'node_modules/typescript/bin/tsc'), '-p', '.');
  return NEWEST_TYPESCRIPT;
}

async function tryOut(name: string, { isRendered = false, isPlainTypeScript = false }: Framework) {
  const project = new FreshProject(name, isNewest);
  const replace =
    name === 'script-tag' ? { 'https://cdn.example': cdn, 'https://service.example': sandbox.url } : {};
  const env = { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY };
  await project.write('blank', replace);
  const installed = await project.install(archive);
  await project.script('build');
  const blank = await weighBlank(project, env);
  await project.write('whole', replace);
  const built = await project.script('build');
  const typed = await project.script('types');
  const newest = isPlainTypeScript ? await checkByNewest(project) : '';
  const { atRest, inAll } = await use(project, env, isRendered);
  const adds = [atRest, inAll].map((size) => `${(size - blank).toFixed(1)} kB`);
  if (isNewest) console.log(`${name}: ${await installedIn(project.folder)}`);
  return [installed, built, typed, newest, isRendered ? 'yes' : '', `${blank.toFixed(1)} kB`, ...adds];
}

/** `npm create vh-elements`, `npm install`, `npm start`, and a film from its file to its picture, in an empty folder. */
async function create(): Promise<void> {
  const project = new FreshProject('created');
  await rm(project.folder, { recursive: true, force: true });
  const made = await withSiblings('create');
  await project.run(
    process.execPath,
    path.join(made.folder, 'node_modules/create-vh-elements/create.mjs'),
    '.',
  );
  const start = performance.now();
  await project.run('npm', 'install', archive, inRepository('.build/siblings/vh-elements-sandbox.tgz'));
  const installed = ((performance.now() - start) / 1000).toFixed(0);
  const site = await project.start({});
  const page = await FilmPage.open(browser, site.origin);
  try {
    await page.uploadAndWatch();
    assert.deepEqual(page.complaints, []);
    saveFigures('frameworks', {
      '`npm create vh-elements`, then a film uploaded and played': `installed in ${installed} s`,
    });
    console.log(`| npm create vh-elements | installed in ${installed} s, a film uploaded and played |`);
  } catch (error) {
    console.log(`  console: ${page.complaints.join('\n  ')}\n  server: ${site.said}`);
    throw error;
  } finally {
    await page.close();
    await site.end();
  }
}

/** Each wanted template of `npm create vh-elements`, installed and used by its users. */
async function templates(names: readonly string[]): Promise<void> {
  const made = await withSiblings('create');
  const program = path.join(made.folder, 'node_modules/create-vh-elements/create.mjs');
  for (const name of names) {
    try {
      const told = await tryTemplate(browser, program, name, isNewest);
      saveFigures('frameworks', { [`a site of the template ${name}, used by its users`]: told });
      console.log(`| template-${name} | ${told} |`);
    } catch (error) {
      process.exitCode = 1;
      console.log(
        `| template-${name} | failed |\n${error instanceof Error ? (error.stack ?? '') : String(error)}`,
      );
    }
  }
}

/** Every framework against our player, one line each; the failed checks below. */
async function interop(): Promise<void> {
  for (const [name, fixture] of Object.entries(INTEROP)) {
    const checks = Object.entries(await checkInterop(browser, fixture));
    const failed = checks.filter(([, fault]) => fault !== '');
    const passed = `${checks.length - failed.length} of ${checks.length}`;
    console.log(`| ${name} | ${passed} |`);
    saveFigures('frameworks', { [`children, data, events, changes: ${name}`]: passed });
    for (const [check, fault] of failed) console.log(`  ${check}: ${fault}`);
    if (failed.length > 0) process.exitCode = 1;
  }
}

const isNewest = process.argv.includes('--newest');
const wanted = process.argv.slice(2).filter((word) => word !== '--newest');
const known = [
  ...Object.keys(frameworks),
  'interop',
  'create',
  ...TEMPLATES.map((name) => `template-${name}`),
];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new TypeError(`Say which: ${known.join(', ')}`);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
await packed();
const sandbox = await SandboxUnderTest.start();
const browser = await launchChromium();
const videoId = await makeVideo(sandbox);
const cdnSite = await StaticSite.serve({
  folder: inRepository('.build/packed/dist/cdn'),
  headers: { 'access-control-allow-origin': '*' },
});
const cdn = cdnSite.origin;
const columns = [
  'install',
  'build',
  'types',
  'TypeScript',
  'rendered',
  'its own script',
  'at rest',
  'in all',
];
console.log(`| project | ${columns.join(' | ')} |`);
for (const [name, framework] of Object.entries(frameworks).filter(([name]) => isWanted(name))) {
  try {
    const cells = await tryOut(name, framework);
    console.log(`| ${[name, ...cells].join(' | ')} |`);
    saveFigures('frameworks', {
      [`a fresh project, built, typed and used in Chromium: ${name}`]: columns
        .map((column, at) => `${column} ${cells[at] ?? ''}`)
        .join('; '),
    });
  } catch (error) {
    process.exitCode = 1;
    console.log(
      `| ${name} | failed |\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
if (isWanted('interop')) await interop();
if (isWanted('create')) await create();
await templates(TEMPLATES.filter((name) => isWanted(`template-${name}`)));
cdnSite.close();
await browser.close();
await sandbox.end();
