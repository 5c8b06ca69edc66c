import type { QueryParameter } from '../http/query/query.ts';
import type { JsonSchema } from '../http/values/schema.ts';
import { COUNT, TEXT, integer, listOf, optional, shows, type Shape } from '../http/values/shape.ts';
import type { HeaderParameter, Operation } from '../routing/operation.ts';
import { OPERATIONS } from './operations.ts';
import { Schemas } from './schemas.ts';

/** A JSON object of the document. */
export type Json = Readonly<Record<string, unknown>>;

const PROBLEM_MEMBERS = {
  'type': { schema: { type: 'string', format: 'uri' }, wanted: 'an address' } satisfies Shape,
  'title': TEXT,
  'status': integer(400, 599),
  'name': optional(TEXT),
  'detail': optional(TEXT),
  'range': optional(shows({ min: COUNT, max: COUNT })),
  'expected-offset': optional(COUNT),
  'provided-offset': optional(COUNT),
};

/** A refusal; `problems` are all that was wrong, when more than one thing was looked at. */
const PROBLEM = shows({ ...PROBLEM_MEMBERS, problems: optional(listOf(shows(PROBLEM_MEMBERS))) }, 'Problem');

const REFUSED = {
  400: 'Something in the request is missing or invalid.',
  401: 'The credential is missing or invalid.',
  403: 'The credential is not good for this, or the page may not use it.',
  404: 'There is no such resource.',
  default: 'Anything else that went wrong.',
} as const;

const SECURITY = {
  key: [{ apiKey: [] }, { accessToken: [] }],
  uploadToken: [{ uploadToken: [] }, { uploadTokenInQuery: [] }],
  none: [],
};

/** The OpenAPI document of the service at an address, made of the tables by which the service reads. */
export function openApiDocument(server: string): Json {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of OPERATIONS) {
    const path = (paths[operation.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    path[operation.method.toLowerCase()] = describe(operation, schemas);
  }
  schemas.of(PROBLEM);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Video service (vh-elements-sandbox)',
      version: '1.0.0',
      description:
        'The service as the sandbox of vh-elements plays it. The document is made of the tables by which the sandbox reads requests. Members of a body and parameters of a query that are not known are let be, and named in a Warning header.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: 'The sandbox.' }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    security: SECURITY.key,
    paths,
    components: { schemas: schemas.named, securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'basic', description: 'The API key as the user name, with no password.' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of POST /auth/api-key.' },
  uploadToken: { type: 'http', scheme: 'bearer', description: 'An upload token.' },
  uploadTokenInQuery: { type: 'apiKey', in: 'query', name: 'token', description: 'An upload token.' },
};

function describe(operation: Operation, schemas: Schemas): Json {
  const { id, tag, summary, description, security = 'key', query = {}, headers = [] } = operation;
  const parameters = [
    ...namesIn(operation.path).map(pathParameter),
    ...Object.values(query).flatMap((reader) => reader.parameters.map(queryParameter)),
    ...headers.map(headerParameter),
  ];
  const body = requestBody(operation, schemas);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(security === 'key' ? {} : { security: SECURITY[security] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: body } : {}),
    responses: { ...granted(operation, schemas), ...refused(operation) },
  };
}

const namesIn = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);

function pathParameter(name: string): Json {
  const description = name === 'language' ? 'An IETF language tag: `en`, `pt-BR`.' : undefined;
  return {
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    ...(description === undefined ? {} : { description }),
  };
}

function queryParameter({ name, schema, required = false, ...rest }: QueryParameter): Json {
  return { name, in: 'query', ...(required ? { required } : {}), ...rest, schema };
}

function headerParameter({ name, schema, description }: HeaderParameter): Json {
  return { name, in: 'header', description, schema };
}

function requestBody({ body, form, example }: Operation, schemas: Schemas): Json | undefined {
  if (form) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: form.file };
    const { properties } = schemas.members(form.fields ?? {});
    const schema = { type: 'object', properties: { ...properties, file }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!body) return undefined;
  const schema: JsonSchema = schemas.body(body);
  const content = { 'application/json': { schema, ...(example ? { example } : {}) } };
  return { required: schema.required !== undefined, content };
}

function granted({ answers }: Operation, schemas: Schemas): Json {
  const responses = Object.entries(answers).map(([status, shape]) => {
    const description = STATUSES[status] ?? 'Done.';
    if (shape === null) return [status, { description }] as const;
    const several = [shape].flat().map((one: Shape) => schemas.of(one));
    const schema = several.length === 1 ? several[0] : { anyOf: several };
    return [status, { description, content: { 'application/json': { schema } } }] as const;
  });
  return Object.fromEntries(responses);
}

const STATUSES: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted: the service goes on by itself.',
  204: 'Done; there is no body.',
};

/** The refusals that people ask about, and the rest. */
function refused({ path, security, query, body, form }: Operation): Json {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const reads = query !== undefined || body !== undefined || form !== undefined;
  const isThere: Readonly<Record<keyof typeof REFUSED, boolean>> = {
    400: reads,
    401: security !== 'none',
    403: true,
    404: path.includes(':'),
    default: true,
  };
  const statuses = Object.entries(REFUSED).filter(([status]) => isThere[status as keyof typeof REFUSED]);
  return Object.fromEntries(statuses.map(([status, description]) => [status, { description, content }]));
}
