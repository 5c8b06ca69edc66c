// Serves a Workers example with edge-runtime: web standards alone, nothing of Node. Prints its port when it is ready.
// Usage: node edge-server.js FILE
import { EdgeRuntime, runServer } from 'edge-runtime';
import { build } from 'esbuild';

const bindings = ['VH_BASE_URL', 'VH_API_KEY'].map((name) => [name, process.env[name]]);
const program = `
  import example from ${JSON.stringify(process.argv[2])};
  const env = ${JSON.stringify(Object.fromEntries(bindings))};
  addEventListener('fetch', (event) => event.respondWith(example.fetch(event.request, env, event)));
`;
const { outputFiles } = await build({
  stdin: { contents: program, resolveDir: process.cwd() },
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'neutral',
  target: 'es2022',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker'],
});
const server = await runServer({
  runtime: new EdgeRuntime({ initialCode: outputFiles[0]?.text ?? '' }),
  port: 0,
});
process.stdout.write(`${new URL(server.url).port}\n`);
