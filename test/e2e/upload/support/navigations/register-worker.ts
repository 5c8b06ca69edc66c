import { inRepository } from '../../../../support/repository.ts';

/** Notes on the page, and to the site, when the worker has been given an upload. */
const NOTE_HOLDING = `
const post = ServiceWorker.prototype.postMessage;
ServiceWorker.prototype.postMessage = function (message, ...ports) {
  post.call(this, message, ...ports);
  const { dataset } = document.documentElement;
  if (!message.uploads?.length || 'held' in dataset) return;
  dataset.held = '';
  void fetch('/note', { method: 'POST', keepalive: true, body: '{"type":"held"}' });
};`;

/**
 * The script of a site that has the worker: it calls `registerUploadWorker` with these options, as a bundler packs it. The page
 * says `data-worker=ready` then, and `data-held` once the worker has an upload of it.
 */
export async function registeringScript(options = ''): Promise<string> {
  const { packModule } = (await import(
    new URL(`file://${inRepository('scripts/building/pack-module.mjs')}`).href
  )) as { packModule: (source: string) => Promise<string> };
  const packed = await packModule('src/upload/worker/register-upload-worker.ts');
  const code = packed.replace(
    /export\s*\{\s*(\w+) as registerUploadWorker\s*\};?/,
    'const registerUploadWorker = $1;',
  );
  return `${code}
registerUploadWorker(${options}).then(() => document.documentElement.dataset.worker = 'ready');
${NOTE_HOLDING}`;
}
