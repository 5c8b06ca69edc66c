import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitTarget } from '../../../packages/vh-elements-sandbox/src/http/exchange.ts';
import { openApiDocument } from '../../../packages/vh-elements-sandbox/src/openapi/document.ts';
import { Router } from '../../../packages/vh-elements-sandbox/src/routing/router.ts';
import { schemaFaults, type Schema } from '../json-schema.ts';

/** An operation of the document. */
export interface DocumentedOperation {
  operationId: string;
  security?: readonly Record<string, unknown>[];
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The document, as far as tests look into it. */
export interface Contract {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A request and its answer, as both are at the service: no fault has come between. */
interface Answer {
  method: string;
  path: string;
  status: number;
  type: string;
  text: string;
}

/** The document, read as any client reads it. */
export function readContract(text = JSON.stringify(openApiDocument('http://127.0.0.1'))): Contract {
  return JSON.parse(text) as Contract;
}

const contract = readContract();
const ROUTES = Object.entries(contract.paths)
  .map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length - 1,
    methods,
  }))
  // As with the router, a path that is written out comes before one with a parameter.
  .sort((a, b) => a.parameters - b.parameters);
/** What is said of a refusal everywhere else. */
const REFUSAL = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const faults: string[] = [];

/** Throws where an answer of the service in this process was not as the document says. */
export function assertAnswersInContract(): void {
  const found = faults.splice(0);
  if (found.length > 0) throw new Error(`The OpenAPI document says otherwise:\n${found.join('\n')}`);
}

/** What is wrong with an answer, by the document. */
export function answerFaults({ method, path, status, type, text }: Answer): string[] {
  const operation = ROUTES.find(({ pattern }) => pattern.test(path))?.methods[method.toLowerCase()];
  const refused = type === 'application/problem+json';
  if (!operation && !refused) return [];
  const answers: DocumentedOperation['responses'] = operation?.responses ?? { default: REFUSAL };
  const answer = answers[String(status)] ?? (status >= 400 ? answers['default'] : undefined);
  const place = `${method} ${path} ${String(status)}`;
  if (!answer) return [`${place} is not documented`];
  if (!answer.content) return text === '' ? [] : [`${place} has a body`];
  const schema = answer.content[type]?.schema;
  if (!schema) return [`${place} is ${type}, not ${Object.keys(answer.content).join()}`];
  return schemaFaults(JSON.parse(text), schema, { ...contract }).map((fault) => `${place} ${fault}`);
}

// Other protocols on the same addresses answer by their own documents.
const OTHER_PROTOCOLS = ['tus-resumable', 'upload-complete', 'upload-draft-interop-version'];

function watch(request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET' } = request;
  if (method === 'HEAD' || method === 'OPTIONS' || OTHER_PROTOCOLS.some((name) => name in request.headers))
    return;
  const { path } = splitTarget(request.url ?? '/');
  const [writeHead, end] = [response.writeHead.bind(response), response.end.bind(response)];
  // As the service says it: what passes it on may hold it back, or say something else.
  let head: { status: number; type: string } | undefined;
  response.writeHead = (status: number, ...given: unknown[]) => {
    const { 'content-type': type = '' } = (given.at(-1) ?? {}) as { 'content-type'?: string };
    head = { status, type };
    return Reflect.apply(writeHead, response, [status, ...given]) as ServerResponse;
  };
  response.end = (...given: unknown[]) => {
    const [chunk] = given;
    const text = Buffer.isBuffer(chunk) ? chunk.toString('utf8') : '';
    if (head) faults.push(...answerFaults({ method, path, ...head, text }));
    head = undefined;
    return Reflect.apply(end, response, given) as ServerResponse;
  };
}

// Where the service answers, before a fault that was asked for changes anything.
const handle = Reflect.get<Router, 'handle'>(Router.prototype, 'handle');
Router.prototype.handle = function (request, response) {
  watch(request, response);
  return handle.call(this, request, response);
};
