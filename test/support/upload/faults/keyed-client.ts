import { Agent, request, type IncomingMessage } from 'node:http';

/** A server's answers to the holder of the key. */
export interface KeyedAnswer {
  status: number;
  bytes: Buffer;
}

/** Asks a server with its key, over connections that are kept: at a fifth of what `fetch` costs, five times an upload. */
export class KeyedClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = {
      'authorization': `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'content-type': 'application/json',
    };
  }

  ask(method: string, target: string, json?: unknown): Promise<KeyedAnswer> {
    return new Promise((resolve, reject) => {
      const options = { method, headers: this.#headers, agent: this.#agent };
      const asking = request(this.#url + target, options, (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks) });
        });
      });
      asking.on('error', reject);
      asking.end(json === undefined ? undefined : JSON.stringify(json));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
