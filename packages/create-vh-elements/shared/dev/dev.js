// npm run dev: the site with a video service of its own on this machine. No account, no network.
// What stands behind `dev.js` starts the site itself; PORT in it is the port.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { createSandbox } from 'vh-elements-sandbox';
import { stop } from './explain.js';
import { subscribe } from './subscribe.js';

if (existsSync('.env')) process.loadEnvFile('.env');
const { PORT: port = '3000' } = process.env;
const site = `http://localhost:${port}`;

const sandbox = await start().catch((error) => stop(error, port));
const { url: service } = await sandbox.listen({});
const account = { baseUrl: service, apiKey: sandbox.apiKey };
const secret = await subscribe({ ...account, site: `http://127.0.0.1:${port}` });

const [command, ...words] = process.argv.slice(2).map((word) => word.replace('PORT', port));
const child = spawn(command, words, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: {
    ...process.env,
    PORT: port,
    SITE_URL: site,
    VH_BASE_URL: service,
    VH_API_KEY: sandbox.apiKey,
    VH_WEBHOOK_SECRET: secret,
  },
});
child.once('error', (error) => end(`${command} cannot be started: ${error.message}`));
child.once('exit', () => end('The site has ended.'));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end());

while (!(await fetch(site).catch(() => undefined))) await new Promise((next) => setTimeout(next, 100));
const names = (process.env.SITE_USERS ?? '').split(' ').map((user) => user.split(':', 1)[0]);
console.log(
  `The site:     ${site}/\nThe service:  ${service}/\nThe users:    ${names.join(', ')}, by the passwords in .env`,
);

/** Opens the sandbox, once it is known that the site can have its port. */
async function start() {
  const probe = createServer();
  await new Promise((resolve, reject) =>
    probe.once('error', reject).listen(Number(port), '127.0.0.1', resolve),
  );
  await new Promise((resolve) => probe.close(resolve));
  return createSandbox({ dataDir: 'data/sandbox', log: console.error });
}

async function end(sentence) {
  if (sentence) console.error(sentence);
  child.removeAllListeners().kill();
  await sandbox.close();
  process.exit(sentence ? 1 : 0);
}
