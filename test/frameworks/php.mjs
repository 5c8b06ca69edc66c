// Starts PHP's own server with the example on a free port, and prints the port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
await new Promise((resolve) => probe.close(resolve));

const php = spawn('php', ['-S', `127.0.0.1:${port}`, fileURLToPath(new URL('php.php', import.meta.url))], {
  env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
  stdio: ['ignore', 'inherit', 'pipe'],
});
php.once('exit', (code) => process.exit(code ?? 1));
// Its first line says that it listens; what follows is its access log, and the backend's own lines.
php.stderr.setEncoding('utf8').on('data', (text) => {
  if (text.includes(') started')) console.log(port);
  const own = text.split('\n').filter((line) => line.includes('vh-elements:'));
  if (own.length > 0) process.stderr.write(`${own.join('\n')}\n`);
});
