import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright';
import { TemplateSite } from '../../../test/e2e/sites/support/template-site.ts';
import { tourTemplate } from '../../../test/e2e/sites/support/template-tour.ts';
import { freePort } from '../../../test/support/frameworks/languages.ts';
import { inRepository } from '../../../test/support/repository.ts';
import { KEY, SandboxUnderTest } from '../../../test/support/sandbox/sandbox.ts';
import { FreshProject } from './fresh-project.ts';
import { installedIn, withNewest } from './versions.ts';

/** The templates of `npm create vh-elements` whose packages come by npm alone. */
export const TEMPLATES = ['express', 'vite-react', 'next', 'sveltekit', 'astro'];

/** Has `create.mjs` write a site, installs what it names (`newest`: what is newest of it), and uses it as its users do: by
 * `npm run dev`, and then as its README says for a real service. */
export async function tryTemplate(
  browser: Browser,
  create: string,
  template: string,
  isNewest: boolean,
): Promise<string> {
  const project = new FreshProject(`template-${template}`, isNewest);
  await rm(project.folder, { recursive: true, force: true });
  const site = await TemplateSite.create(create, template, project.folder);
  await editFile(path.join(site.folder, 'package.json'), (text) =>
    isNewest ? withNewest(text) : text.replaceAll('"^', '"'),
  );
  const installed = await secondsOf(() => install(project));
  const developed = await secondsOf(async () => {
    try {
      await site.start();
      await tourTemplate(browser, site);
    } catch (error) {
      console.log(`  server: ${site.said}`);
      throw error;
    } finally {
      await site.end();
    }
  });
  const served = await secondsOf(() => tourServed(browser, project, site));
  const versions = isNewest ? `; ${await installedIn(project.folder)}` : '';
  return `installed in ${installed} s, used in ${developed} s, built and served in ${served} s${versions}`;
}

async function install(project: FreshProject): Promise<void> {
  const own = ['.build/packed.tgz', '.build/siblings/vh-elements-sandbox.tgz'];
  await project.run('npm', 'install', '--no-audit', ...own.map((name) => inRepository(name)));
}

/** The steps of "With a real service": the settings, the webhook's secret, the build, and the server. */
async function tourServed(browser: Browser, project: FreshProject, site: TemplateSite): Promise<void> {
  const service = await SandboxUnderTest.start();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = path.join(project.folder, '.env');
  const set = (values: Readonly<Record<string, string>>) =>
    editFile(settings, (text) =>
      Object.entries(values).reduce(
        (said, [name, value]) => said.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
        text,
      ),
    );
  try {
    await set({ VH_BASE_URL: service.url, VH_API_KEY: KEY, SITE_URL: origin });
    const said = await project.run('npm', 'run', '--silent', 'subscribe');
    const [, secret = ''] = /^VH_WEBHOOK_SECRET=(\S+)$/m.exec(said) ?? [];
    await set({ VH_WEBHOOK_SECRET: secret });
    await project.run('npm', 'run', 'build', '--if-present');
    await rm(path.join(project.folder, 'data'), { recursive: true, force: true });
    const running = await project.serve('serve', { PORT: port });
    try {
      await tourTemplate(browser, { origin, passwordOf: (user) => site.passwordOf(user) });
    } catch (error) {
      console.log(`  server: ${running.said}`);
      throw error;
    } finally {
      await running.end();
    }
  } finally {
    await service.end();
  }
}

async function editFile(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function secondsOf(act: () => Promise<void>): Promise<string> {
  const start = performance.now();
  await act();
  return ((performance.now() - start) / 1000).toFixed(0);
}
