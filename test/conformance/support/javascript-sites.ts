import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createBackend, toNodeListener, type BackendOptions } from '../../../src/backend/index.ts';
import type { BackendState } from '../../../src/backend/state/backend-state.ts';
import type { SiteRule } from './conformance-case.ts';

interface Site {
  listener: ReturnType<typeof toNodeListener>;
  /** What a page of the site's own shows: an address that opens a private video. */
  link: () => Promise<string>;
  /** Other code of the site sets a cookie with each answer. */
  addsCookie: boolean;
}

/** The sites of the cases, by Node's own server. Which one a request is for stands in its header `x-case`. */
export class JavaScriptSites {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  /** `folder` has a folder for each case. */
  static async start(folder: string): Promise<JavaScriptSites> {
    const made = new Map<string, Promise<Site | undefined>>();
    const server = createServer((request, response) => {
      const name = String(request.headers['x-case'] ?? '');
      const site = made.get(name) ?? siteOf(path.join(folder, name)).catch(() => undefined);
      made.set(name, site);
      void site.then((one) => {
        if (one?.addsCookie === true) response.setHeader('set-cookie', 'session=one');
        if (one && request.url === '/own/link') void one.link().then((link) => toJson(response, { link }));
        else if (one) void one.listener(request, response);
        else response.writeHead(599).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new JavaScriptSites(server);
  }

  end(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The text of a case, as a site's own code would give it: with values of wrong types on purpose. */
type Given = Omit<BackendOptions, 'authorize' | 'subject' | 'state'> & {
  origin?: string;
  authorize?: SiteRule;
  subject?: SiteRule;
  claimSecrets?: string | readonly string[];
  hasStore?: boolean;
  addsCookie?: boolean;
  service: string;
};

async function siteOf(folder: string): Promise<Site> {
  const given = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8')) as Given;
  const { origin, authorize, subject, claimSecrets, hasStore, addsCookie, apiKey, service, ...others } =
    given;
  const backend = createBackend({
    ...others,
    apiKey: isRule(apiKey) ? (ruleOf(apiKey, folder) as () => string) : apiKey,
    ...(claimSecrets !== undefined && { claimSecret: claimSecrets }),
    ...(authorize && { authorize: ruleOf(authorize, folder) as () => boolean }),
    ...(subject && { subject: ruleOf(subject, folder) as () => string }),
    ...(hasStore === true && { state: storeAt(service) }),
    onError: (error) => appendFileSync(path.join(folder, 'errors'), `${(error as Error).name}\n`),
  });
  const listener = toNodeListener(backend, origin === undefined ? {} : { origin });
  return { listener, link: () => backend.embedUrl('prReady1'), addsCookie: addsCookie === true };
}

function toJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

function isRule(value: unknown): value is SiteRule {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** The site's function for a rule of the case. */
function ruleOf(rule: SiteRule, folder: string): (request?: Request) => unknown {
  switch (rule.kind) {
    case 'cookie':
      return (request) => request?.headers.get('cookie') === 'user=me';
    case 'throw':
      return () => {
        throw new TypeError('a secret of the site');
      };
    case 'file':
      return () => readFile(path.join(folder, 'file'), 'utf8');
    case 'answer':
      return () => rule.value;
  }
}

/** The store that the test holds, as a site's own one. */
function storeAt(url: string): BackendState {
  const ask = async (body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/store`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new TypeError('the store is away');
    return answer.json();
  };
  return {
    get: async (key) => ((await ask({ what: 'get', key })) as string | null) ?? undefined,
    swap: async (key, expected, next, seconds) =>
      (await ask({ what: 'swap', key, expected, next, seconds })) as boolean,
    take: async (key, size) => (await ask({ what: 'take', key, ...size })) as number,
  };
}
