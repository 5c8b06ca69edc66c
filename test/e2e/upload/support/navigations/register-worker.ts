import { inRepository } from '../../../../support/repository.ts';

/** Notes on the page, and to the site, when the worker has been given an upload. */
const NOTE_HOLDING = `
const post = ServiceWorker.prototype.postMessage;
ServiceWorker.prototype.postMessage = function (message, ...ports) {
  post.call(this, message, ...ports);
  const { dataset } = document.documentElement;
  if (!message.uploads?.length) return;
  const isNews = !('held' in dataset);
  dataset.held = String(message.uploads.length);
  if (isNews) void fetch('/note', { method: 'POST', keepalive: true, body: '{"type":"held"}' });
};`;

/**
 * The script of a site that has the worker: it calls `registerUploadWorker` with these options, as a bundler packs it. The page
 * says `data-worker=ready` then, and in `data-held` how many of its uploads the worker has.
 */
export async function registeringScript(options = ''): Promise<string> {
  return `${await packed('src/upload/worker/register-upload-worker.ts', 'registerUploadWorker')}
registerUploadWorker(${options}).then(
  () => document.documentElement.dataset.worker = 'ready',
  // Not of a page that is left meanwhile, which is told that its worker is missing.
  (error) => setTimeout(() => Promise.reject(error), 1000),
);
${NOTE_HOLDING}`;
}

/** The script of a site that registers a worker of its own, and calls nothing of the library; `data-worker=ready` once that has the page. */
export const OWN_WORKER_SCRIPT = `
const policy = globalThis.trustedTypes?.createPolicy('site', { createScriptURL: (address) => address });
const address = '/site-worker.js';
navigator.serviceWorker.register(policy ? policy.createScriptURL(address) : address);
const sayReady = () => (document.documentElement.dataset.worker = 'ready');
if (navigator.serviceWorker.controller) sayReady();
else navigator.serviceWorker.addEventListener('controllerchange', sayReady);
${NOTE_HOLDING}`;

/** The script of a site whose visitor signs out: at a `sign-out` of the document, which says `data-signed-out` then. */
export async function signingOutScript(): Promise<string> {
  return `(() => {${await packed('src/upload/queue/page-uploads.ts', 'uploads')}
document.addEventListener('sign-out', async () => {
  await uploads().signOut();
  document.documentElement.dataset.signedOut = '';
});})();`;
}

/** A module of the library as a bundler packs it into a page's script, with one name of it. */
async function packed(source: string, name: string): Promise<string> {
  const { packModule } = (await import(
    new URL(`file://${inRepository('scripts/building/pack-module.mjs')}`).href
  )) as { packModule: (source: string) => Promise<string> };
  const code = await packModule(source);
  const exported = /export\s*\{([^}]*)\};?/.exec(code)?.[1] ?? '';
  const local = exported
    .split(',')
    .find((one) => one.trim().endsWith(name))
    ?.trim()
    .split(' ')[0];
  return code.replace(/export\s*\{[^}]*\};?/, local === name ? '' : `const ${name} = ${String(local)};`);
}
