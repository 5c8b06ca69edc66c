// npm start: the site with a video service of its own on this machine. No account, no network.
import { createSandbox } from 'vh-elements-sandbox';
import { stop } from './explain.js';
import { startSite } from './site.js';

const { PORT: port = '3000' } = process.env;
const { sandbox, service, site } = await start().catch((error) => stop(error, port));
console.log(`The site:     ${site.url}\nThe service:  ${service.url}/_sandbox/console`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    site.close();
    await sandbox.close();
    process.exit(0);
  });
}

async function start() {
  const sandbox = await createSandbox({ dataDir: 'data', log: console.error });
  const service = await sandbox.listen({});
  const site = await startSite({
    baseUrl: service.url,
    apiKey: sandbox.apiKey,
    port: Number(port),
    // Users of this machine may do everything. Pages of other sites may not, by every name that reaches it.
    authorize: (request) => /^(?:localhost|127\.0\.0\.1)$/.test(new URL(request.url).hostname),
    subject: () => 'me',
  });
  return { sandbox, service, site };
}
