import type { Contract, DocumentedOperation } from '../../../support/sandbox/answers-in-contract.ts';

/** What a caller says to an operation: parameters by their names, and a body of JSON or a form. */
export interface Given {
  parameters?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: FormData;
}

/** A client that knows of the service what its document says, and nothing else. */
export type Client = Readonly<Record<string, (given?: Given) => Promise<{ status: number; body: unknown }>>>;

/** Generates a client: a function for each operation, by its name. */
export function generateClient(contract: Contract & { servers: { url: string }[] }, apiKey: string): Client {
  const [server] = contract.servers;
  if (!server) throw new Error('the document names no server');
  const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const call = (given: Given = {}) => send({ url: server.url, path, method, apiKey }, operation, given);
      return [operation.operationId, call] as const;
    }),
  );
  return Object.fromEntries(calls);
}

interface Place {
  url: string;
  path: string;
  method: string;
  apiKey: string;
}

async function send(
  place: Place,
  operation: DocumentedOperation,
  { parameters = {}, json, form }: Given,
): Promise<{ status: number; body: unknown }> {
  const { url, headers } = address(place, operation, parameters);
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (form && !types.includes('multipart/form-data'))
    throw new Error(`${operation.operationId} takes no form`);
  if (json !== undefined && !types.includes('application/json'))
    throw new Error(`${operation.operationId} takes no JSON`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  // The basic scheme, as the document's first requirement of operations that say nothing of their own.
  if (!operation.security) headers.set('authorization', `Basic ${btoa(`${place.apiKey}:`)}`);
  const body = form ?? (json === undefined ? null : JSON.stringify(json));
  const response = await fetch(url, { method: place.method.toUpperCase(), headers, body });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

function address(
  { url, path }: Place,
  { operationId, parameters: known = [], security = [] }: DocumentedOperation,
  given: Readonly<Record<string, string>>,
): { url: URL; headers: Headers } {
  let target = path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    const parameter = known.find((one) => one.name === name);
    if (parameter?.in === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (parameter?.in === 'query') query.set(name, value);
    else if (parameter?.in === 'header') headers.set(name, value);
    else if (security.some((one) => name in one)) headers.set('authorization', `Bearer ${value}`);
    else throw new Error(`${operationId} has no parameter ${name}`);
  }
  return { url: new URL(`${target}?${query.toString()}`, url), headers };
}
