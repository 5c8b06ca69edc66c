import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright';
import { TemplateSite } from '../../../test/e2e/sites/support/template-site.ts';
import { tourTemplate } from '../../../test/e2e/sites/support/template-tour.ts';
import { inRepository } from '../../../test/support/repository.ts';
import { FreshProject } from './fresh-project.ts';

/** The templates of `npm create vh-elements` whose packages come by npm alone. */
export const TEMPLATES = ['express', 'vite-react', 'next', 'sveltekit', 'astro'];

/** Has `create.mjs` write a site, installs what it names (`newest`: what is newest of it), and uses it as its users do. */
export async function tryTemplate(
  browser: Browser,
  create: string,
  template: string,
  isNewest: boolean,
): Promise<string> {
  const project = new FreshProject(`template-${template}`);
  await rm(project.folder, { recursive: true, force: true });
  const site = await TemplateSite.create(create, template, project.folder);
  const file = path.join(site.folder, 'package.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, isNewest ? text.replaceAll(/"\^[^"]+"/g, '"latest"') : text.replaceAll('"^', '"'));
  const start = performance.now();
  const own = ['.build/packed.tgz', '.build/siblings/vh-elements-sandbox.tgz'];
  await project.run('npm', 'install', '--no-audit', ...own.map((name) => inRepository(name)));
  const installed = performance.now();
  try {
    await site.start();
    await tourTemplate(browser, site);
  } finally {
    await site.end();
  }
  const [first, second] = [installed - start, performance.now() - installed].map((ms) =>
    (ms / 1000).toFixed(0),
  );
  return `installed in ${first ?? ''} s, used in ${second ?? ''} s`;
}
