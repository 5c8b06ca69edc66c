import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { argumentFaults, type Tool, type ToolResult } from './tools/tool.ts';

/** The versions of the protocol that are spoken here, the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/** How the server calls itself. */
export interface ServerFacts {
  name: string;
  version: string;
  /** What an agent should know before it chooses a tool. */
  instructions: string;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: Readonly<Record<string, unknown>>;
}

/** An error of the protocol, and not of a tool: those are results, which an agent can read and act on. */
class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Speaks the Model Context Protocol: a line of JSON-RPC in, a line out. */
export class AgentServer {
  readonly #facts: ServerFacts;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #output: Writable;
  /** Requests whose answers nobody waits for any more. */
  readonly #cancelled = new Set<string | number>();
  readonly #open = new Set<Promise<void>>();

  constructor(facts: ServerFacts, tools: readonly Tool[], output: Writable) {
    this.#facts = facts;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#output = output;
  }

  /** Answers until the input ends, and all that was asked is answered. */
  async serve(input: Readable): Promise<void> {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      const answering = this.#take(line).finally(() => this.#open.delete(answering));
      this.#open.add(answering);
    }
    await Promise.all(this.#open);
  }

  async #take(line: string): Promise<void> {
    const message = readMessage(line);
    if (message instanceof ProtocolError) {
      this.#send({ id: null, error: { code: message.code, message: message.message } });
      return;
    }
    const { id, method, params = {} } = message;
    if (id === undefined) {
      // A notification. Nothing but a cancellation changes anything.
      const { requestId } = params;
      if (method === 'notifications/cancelled' && isId(requestId)) this.#cancelled.add(requestId);
      return;
    }
    // An answer to something that was not asked.
    if (method === undefined) return;
    const answer = await this.#answer(method, params).then(
      (result) => ({ id, result }),
      (error: unknown) => ({ id, error: errorOf(error) }),
    );
    if (!this.#cancelled.delete(id)) this.#send(answer);
  }

  async #answer(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return this.#initialize(params['protocolVersion']);
      case 'ping':
        return {};
      case 'tools/list':
        return {
          tools: [...this.#tools.values()].map(({ name, description, inputSchema }) => ({
            name,
            description,
            inputSchema,
          })),
        };
      case 'tools/call':
        return this.#call(params);
      default:
        throw new ProtocolError(METHOD_NOT_FOUND, `This server has no method ${method}.`);
    }
  }

  #initialize(asked: unknown): unknown {
    const { name, version, instructions } = this.#facts;
    const protocolVersion = VERSIONS.find((one) => one === asked) ?? VERSIONS[0];
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version }, instructions };
  }

  async #call({ name, arguments: given = {} }: Readonly<Record<string, unknown>>): Promise<unknown> {
    const tool = this.#tools.get(String(name));
    if (!tool) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${String(name)}.`);
    const faults = argumentFaults(tool.inputSchema, given);
    if (faults.length > 0) return failed(faults.join(' '));
    try {
      return resultOf(await tool.run(given as Readonly<Record<string, unknown>>));
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

function readMessage(line: string): Message | ProtocolError {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return new ProtocolError(PARSE_ERROR, 'A line must be one message as JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new ProtocolError(INVALID_REQUEST, 'A message must be one object.');
  const { id, method, params } = value as Readonly<Record<string, unknown>>;
  if (id !== undefined && !isId(id))
    return new ProtocolError(INVALID_REQUEST, 'An id must be a text or a number.');
  if (method !== undefined && typeof method !== 'string')
    return new ProtocolError(INVALID_REQUEST, 'method must be a text.');
  if (params !== undefined && (typeof params !== 'object' || params === null))
    return new ProtocolError(INVALID_REQUEST, 'params must be an object.');
  return value;
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function errorOf(error: unknown): { code: number; message: string } {
  if (error instanceof ProtocolError) return { code: error.code, message: error.message };
  throw error;
}

/** As text, which every client shows, and as data for those that read it. */
function resultOf({ data, png }: ToolResult): unknown {
  const picture = png === undefined ? [] : [{ type: 'image', data: png, mimeType: 'image/png' }];
  return {
    content: [{ type: 'text', text: JSON.stringify(data, null, 2) }, ...picture],
    structuredContent: data,
  };
}

const failed = (sentence: string) => ({ content: [{ type: 'text', text: sentence }], isError: true });
