// npm run subscribe: asks the service to tell the site when a video can be played. Prints the secret that signs these messages.
import { pathToFileURL } from 'node:url';

/** Subscribes once; a later start finds the same webhook. Resolves with its secret. */
export async function subscribe({ baseUrl, apiKey, site }) {
  const hook = { url: `${site}/hooks`, events: ['video.encoding.quality.completed'] };
  const ask = async (path, options) => {
    const headers = { 'authorization': `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { headers, ...options });
    if (!response.ok) throw new Error(`The service answers ${response.status} to ${path}.`);
    return response.json();
  };
  const { data } = await ask('/webhooks?pageSize=100');
  const found =
    data.find(({ url }) => url === hook.url) ??
    (await ask('/webhooks', { method: 'POST', body: JSON.stringify(hook) }));
  return found.signatureSecret;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, SITE_URL: site } = process.env;
  if (baseUrl && apiKey && site)
    console.log(`VH_WEBHOOK_SECRET=${await subscribe({ baseUrl, apiKey, site })}`);
  else console.error('Write VH_BASE_URL, VH_API_KEY and SITE_URL into .env first.');
}
