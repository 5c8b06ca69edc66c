/** Where the sandbox is: it may lie below a path of another server. */
const { url: here } = import.meta;
const root = here.replace(/_sandbox\/assets\/.*$/, '');

/** The address of a path of the sandbox. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ''), root).href;
}

/** An answer that is no success: its sentence, for people. */
export class Refusal extends Error {}

/** Asks the sandbox: its console's routes, its state, or, by `service`, the service. No key is needed, and none is here. */
export async function ask<Answer = unknown>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const isRaw = body instanceof Blob || body instanceof FormData;
  const response = await fetch(addressOf(path), {
    method,
    headers: {
      'x-vh-console': '1',
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const answer = readJson(text);
  if (!response.ok)
    throw new Refusal(sentenceOf(answer) ?? `The sandbox answered ${String(response.status)}.`);
  return answer as Answer;
}

/** The path of an operation of the service, as the console may use it. */
export function service(path: string): string {
  return `_sandbox/console/service${path}`;
}

/** One page of a list. */
export interface Listed<Item> {
  data: Item[];
  pagination: { currentPage: number; pagesTotal: number; pageSize: number; itemsTotal: number };
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentenceOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { name, detail, title, problems } = answer as Readonly<Record<string, unknown>>;
  const first: unknown = Array.isArray(problems) ? problems[0] : undefined;
  const inner = first === undefined ? undefined : sentenceOf(first);
  // A place within what was sent, such as /videos/0/title.
  const place = typeof name === 'string' && name.startsWith('/') ? `${name}: ` : '';
  const words = [detail, title].find((one) => typeof one === 'string');
  return inner ?? (words === undefined ? undefined : place + words);
}
