import { mock } from 'node:test';
import { createBackend, toNodeListener, type Backend } from '../../../src/backend/index.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { CANARY, CanaryService } from './canary-service.ts';
import { HOST, HostileRequests, type HostileRequest } from './hostile-targets.ts';

/** What many generated requests brought to light. */
export interface FuzzReport {
  requests: number;
  /** Requests that reached the service. */
  upstream: number;
  /** How often each status was answered. */
  statuses: ReadonlyMap<number, number>;
  /** Requests that reached the service and had no business there. */
  strays: readonly string[];
  /** Answers, or lines of a log, that held what must not leave. */
  leaks: readonly string[];
}

const ORIGIN = 'https://site.test';

/** Sends `count` generated requests, half of them by way of Node's listener, to backends of three minds. */
export async function fuzzBackend(seed: number, count: number): Promise<FuzzReport> {
  const service = new CanaryService();
  const common = {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    basePath: '/vh',
    fetch: service.fetch,
    lists: ['videos', 'live-streams'] as const,
    rateBucket: { take: () => 0 },
  };
  const shut = createBackend(common);
  const open = createBackend({ ...common, authorize: () => true });
  const careful = createBackend({ ...common, authorize: () => ({ title: 'The site', public: false }) });
  const random = seededRandom(seed);
  const requests = new HostileRequests(random);
  const statuses = new Map<number, number>();
  const leaks: string[] = [];
  const ears = listenToConsole();
  for (let number = 0; number < count; number++) {
    const request = requests.next();
    const backend = random() < 0.4 ? shut : random() < 0.7 ? open : careful;
    const given = await send(backend, request, random() < 0.5);
    if (!given) continue;
    statuses.set(given.status, (statuses.get(given.status) ?? 0) + 1);
    const isLeak = given.answer.includes(CANARY) || (backend === shut && given.answer.includes('whisper'));
    if (isLeak) leaks.push(`${request.method} ${request.target} at ${request.host}`);
  }
  leaks.push(...ears.heard().filter((line) => line.includes(CANARY)));
  return { requests: count, upstream: service.asked, statuses, strays: service.strays, leaks };
}

interface Given {
  status: number;
  /** Headers and body. */
  answer: string;
}

/** Nothing for what no platform lets through to the backend at all. */
async function send(backend: Backend, hostile: HostileRequest, raw: boolean): Promise<Given | undefined> {
  if (raw) return sendRaw(backend, hostile);
  const { method, target, headers, body } = hostile;
  let request: Request;
  try {
    const url = /^https?:/.test(target) ? target : ORIGIN + target;
    request = new Request(url, { method, headers, body: body ?? null });
  } catch {
    return undefined;
  }
  const response = await backend(request);
  return { status: response.status, answer: JSON.stringify([...response.headers]) + (await response.text()) };
}

async function sendRaw(
  backend: Backend,
  { method, target, headers, host, body }: HostileRequest,
): Promise<Given> {
  const given = { status: 0, answer: '' };
  const request = {
    method: method.toUpperCase(),
    url: target,
    headers: { ...headers, host },
    socket: { encrypted: true },
    [Symbol.asyncIterator]: () => once(body ?? ''),
  };
  await toNodeListener(backend)(request, {
    writeHead: (status, fields) => {
      given.status = status;
      given.answer += JSON.stringify(fields);
    },
    end: (text) => {
      given.answer += text;
    },
  });
  if (host !== HOST && given.status !== 400) given.answer += `${CANARY}: a host that is none was believed`;
  return given;
}

function once(text: string): AsyncIterator<Uint8Array> {
  const parts = [new TextEncoder().encode(text)];
  return {
    next: () => {
      const value = parts.pop();
      return Promise.resolve(value ? { done: false, value } : { done: true, value: undefined });
    },
  };
}

/** Whatever is written to the console while it listens. */
function listenToConsole(): { heard: () => string[] } {
  const lines: string[] = [];
  const ears = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    mock.method(console, name, (...words: unknown[]) => lines.push(words.map(String).join(' '))),
  );
  return {
    heard: () => {
      for (const ear of ears) ear.mock.restore();
      return lines;
    },
  };
}
