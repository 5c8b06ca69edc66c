import ApiVideoClient from '@api.video/nodejs-client';
import { KEY } from './sandbox.ts';

type Options = ConstructorParameters<typeof ApiVideoClient>[0];

/** A group of the client's operations. */
export type Group = Exclude<keyof ApiVideoClient, 'getAccessToken'>;

/** The service's own client for Node, pointed at a sandbox, and a note of which of its operations were used. */
export class OfficialClient {
  readonly client: ApiVideoClient;
  readonly #used = new Set<string>();

  constructor(baseUri: string, options: Options = {}) {
    this.client = new Proxy(new ApiVideoClient({ apiKey: KEY, baseUri, ...options }), {
      get: (client, name) => this.#watch(client, String(name)),
    });
  }

  /** The operations of these groups without a use so far. */
  unused(...groups: Group[]): string[] {
    return groups.flatMap((group) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(this.client[group]))
        .filter((name) => name !== 'constructor')
        .map((name) => `${group}.${name}`)
        .filter((operation) => !this.#used.has(operation)),
    );
  }

  #watch(client: ApiVideoClient, group: string): unknown {
    const found: unknown = Reflect.get(client, group);
    if (typeof found !== 'object' || found === null) return found;
    return new Proxy(found, {
      get: (operations, name) => {
        this.#used.add(`${group}.${String(name)}`);
        return Reflect.get(operations, name) as unknown;
      },
    });
  }
}

/** What a client says of a refusal: its status, the last word of the problem's type, and the faulty member. */
export async function refusalOf(
  asked: Promise<unknown>,
): Promise<[status: unknown, slug: string, name: unknown]> {
  try {
    await asked;
  } catch (error) {
    const { code, problemDetails } = error as { code?: unknown; problemDetails?: Details | string };
    // The older client leaves the body as it came.
    const details =
      typeof problemDetails === 'string' ? (JSON.parse(problemDetails) as Details) : (problemDetails ?? {});
    return [code, details.type?.split('/').pop() ?? '', details.name];
  }
  throw new Error('it was not refused');
}

interface Details {
  type?: string;
  name?: string;
}
