import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { inRepository } from '../repository.ts';
import type { Launch } from './framework-server.ts';

const example = (name: string) => inRepository('test/frameworks/servers', name);

/** A port that is free at this moment. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}

/** The reference backends, and how their examples are started. */
export const languages: readonly { name: string; interpreter: string; launch: () => Promise<Launch> }[] = [
  {
    name: 'Python',
    interpreter: 'python3',
    launch: () => Promise.resolve({ command: 'python3', words: [example('python.py')] }),
  },
  {
    name: 'PHP',
    interpreter: 'php',
    launch: async () => {
      const port = await freePort();
      // PHP says on stderr that it listens; the shell becomes PHP, so that the test ends PHP itself.
      const script = 'exec php -S "127.0.0.1:$0" "$1" 2>&1';
      return { command: 'sh', words: ['-c', script, port, example('php.php')], ready: /started/, port };
    },
  },
];
