import { createServer, type AddressInfo } from 'node:net';
import { MemoryBudget } from './memory-budget.ts';
import { APPLICATION, RtmpConnection, type RtmpNeeds } from './rtmp-connection.ts';

/** A place that encoders send to. */
export interface RtmpListening {
  /** Its address, without a stream key. */
  readonly url: string;
  /** How many connections there are, and how many bytes their unfinished messages have. */
  readonly load: { connections: number; unfinishedBytes: number };
  close(): Promise<void>;
}

const USUAL_PORT = 1935;
const MAX_CONNECTIONS = 64;
/** Bytes of unfinished messages, of all connections together. */
const MAX_UNFINISHED_BYTES = 128 * 1024 * 1024;

/** Waits for encoders; `usual` takes the port that they know by heart, or any when that is taken. */
export async function listenRtmp(
  { port, host }: { port: number | 'usual'; host: string },
  needs: Omit<RtmpNeeds, 'budget'>,
): Promise<RtmpListening> {
  const connections = new Set<RtmpConnection>();
  const budget = new MemoryBudget(MAX_UNFINISHED_BYTES);
  const server = createServer((socket) => {
    const connection = new RtmpConnection(socket, { ...needs, budget });
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
    if (connections.size <= MAX_CONNECTIONS) return;
    // The one that has been without a key for longest makes room: no crowd of strangers keeps an encoder out.
    const [oldest = connection] = [...connections].filter(({ hasKey }) => !hasKey);
    connections.delete(oldest);
    oldest.close();
  });
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  if (port === 'usual') await listen(USUAL_PORT).catch(() => listen(0));
  else await listen(port);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `rtmp://${name}:${String(address.port)}/${APPLICATION}`,
    get load() {
      return { connections: connections.size, unfinishedBytes: budget.taken };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const connection of connections) connection.close();
      }),
  };
}
