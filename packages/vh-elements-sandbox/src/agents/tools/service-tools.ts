import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FAULT_PRESETS } from '../../faults/presets.ts';
import type { FaultPresetName, FaultRule } from '../../testing/testing.ts';
import { explainStartError } from '../../command/explain-start-error.ts';
import type { Place, SandboxInUse } from './sandbox-in-use.ts';
import { numberOf, takes, textOf, type Tool, type ToolResult } from './tool.ts';

/** Milliseconds that a film may take to become playable where the agent does not say. */
const PLAYABLE_SECONDS = 120;
/** Entries of a log that are shown where the agent does not say. */
const ENTRIES = 20;
const MAX_ENTRIES = 100;

const done: ToolResult = { data: { done: true } };

/** What the environment of a site's own server is told. */
const toldOf = ({ url, apiKey }: Place): ToolResult => ({
  data: {
    url,
    apiKey,
    console: `${url}/_sandbox/console`,
    environment: { VH_BASE_URL: url, VH_API_KEY: apiKey },
  },
});

/** The tools that work on the service. */
export function serviceTools(sandbox: SandboxInUse): Tool[] {
  return [
    {
      name: 'start_sandbox',
      description:
        'Starts the whole video service on this machine, offline and without an account. Answers its address and key: put them into the environment of the site’s server, never into a page. It ends with this server.',
      inputSchema: takes({
        port: { type: 'number', description: 'The port to listen on; without one, any free port.' },
        folder: {
          type: 'string',
          description: 'The folder that stores everything; without one, nothing stays after the end.',
        },
      }),
      run: async ({ port, folder }) => {
        const place = {
          port: numberOf(port) ?? 0,
          folder: textOf(folder),
        };
        const started = await sandbox.start(place).catch((error: unknown) => {
          const where = { port: place.port, dataDir: place.folder ?? 'of this start' };
          throw new Error(explainStartError(error, where), { cause: error });
        });
        return toldOf(started);
      },
    },
    {
      name: 'connect_sandbox',
      description: 'Uses a sandbox that runs already, by its address and key.',
      inputSchema: takes(
        {
          url: { type: 'string', description: 'Its address, such as http://127.0.0.1:8080.' },
          apiKey: { type: 'string', description: 'The key that it printed.' },
        },
        ['url', 'apiKey'],
      ),
      run: async ({ url, apiKey }) =>
        toldOf(await sandbox.connect({ url: String(url), apiKey: String(apiKey) })),
    },
    {
      name: 'ask_service',
      description:
        'Sends one request of the service’s API with the key, such as GET /videos or POST /upload-tokens, and answers its JSON.',
      inputSchema: takes(
        {
          method: {
            type: 'string',
            description: 'The method.',
            enum: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
          },
          path: { type: 'string', description: 'Path and query, from the first slash.' },
          body: { type: 'object', description: 'What is sent, as JSON.' },
        },
        ['method', 'path'],
      ),
      run: async ({ method, path: target, body }) => {
        if (!/^\/(?!\/)/.test(String(target))) throw new Error('path must begin with one slash.');
        const sent = body as Readonly<Record<string, unknown>> | undefined;
        const answer: unknown = await sandbox.client.ask(String(method), String(target), sent);
        return { data: { answer } };
      },
    },
    {
      name: 'upload_film',
      description: 'Uploads a film from this machine and waits until it can be played. Answers its id.',
      inputSchema: takes(
        {
          file: { type: 'string', description: 'The path of the film.' },
          title: { type: 'string', description: 'The title; without one, the file’s name.' },
          timeoutSeconds: { type: 'number', description: `How long to wait; ${String(PLAYABLE_SECONDS)}.` },
        },
        ['file'],
      ),
      run: async ({ file, title, timeoutSeconds }) => {
        const { client } = sandbox;
        const film = await readFile(String(file)).catch(() => {
          throw new Error(`${String(file)} cannot be read.`);
        });
        const attributes = { title: textOf(title) ?? path.basename(String(file)) };
        const videoId = await client.upload(film, attributes, {
          timeout: 1000 * (numberOf(timeoutSeconds) ?? PLAYABLE_SECONDS),
        });
        return { data: { videoId } };
      },
    },
    {
      name: 'wait_until_playable',
      description: 'Waits until a video can be played, whoever uploaded it.',
      inputSchema: takes(
        {
          videoId: { type: 'string', description: 'The id of the video.' },
          timeoutSeconds: { type: 'number', description: `How long to wait; ${String(PLAYABLE_SECONDS)}.` },
        },
        ['videoId'],
      ),
      run: async ({ videoId, timeoutSeconds }) => {
        await sandbox.client.waitUntilPlayable(String(videoId), {
          timeout: 1000 * (numberOf(timeoutSeconds) ?? PLAYABLE_SECONDS),
        });
        return { data: { playable: true } };
      },
    },
    {
      name: 'add_faults',
      description: `Makes requests fail, to see what the page does then. Presets: ${FAULT_PRESETS.map(({ name, about }) => `"${name}": ${about}`).join(' ')} Or rules as docs/sandbox.md has them under "Inject faults".`,
      inputSchema: takes({
        preset: {
          type: 'string',
          description: 'A usual fault.',
          enum: FAULT_PRESETS.map(({ name }) => name),
        },
        rules: { type: 'array', description: 'Rules, each with match and act.' },
      }),
      run: async ({ preset, rules }) => {
        const own = (rules as FaultRule[] | undefined) ?? [];
        if (preset === undefined && own.length === 0) throw new Error('Give a preset or rules.');
        const { faults } = sandbox.client;
        if (preset !== undefined) await faults.preset(preset as FaultPresetName);
        if (own.length > 0) await faults.add(...own);
        return done;
      },
    },
    {
      name: 'clear_faults',
      description: 'Ends all faults.',
      inputSchema: takes(),
      run: async () => {
        await sandbox.client.faults.clear();
        return done;
      },
    },
    {
      name: 'read_requests',
      description:
        'The last requests that the service was sent, the newest first: method, path, status, bytes. Secrets are left out.',
      inputSchema: takes({
        path: { type: 'string', description: 'Only those whose path begins so.' },
        failed: { type: 'boolean', description: 'Only those that were answered with 400 or more, or broke.' },
        most: { type: 'number', description: `How many; ${String(ENTRIES)}.` },
      }),
      run: async ({ path: start, failed, most }) => {
        const all = await sandbox.client.requests();
        const wanted = all.filter(
          ({ target, status, state }) =>
            target.startsWith(textOf(start) ?? '') &&
            (failed !== true || state === 'broken' || (status ?? 0) >= 400),
        );
        return { data: { requests: wanted.slice(0, mostOf(most)), total: wanted.length } };
      },
    },
    {
      name: 'read_webhooks',
      description:
        'The deliveries of webhooks, the newest first, with bodies and what the receiver answered.',
      inputSchema: takes({ most: { type: 'number', description: `How many; ${String(ENTRIES)}.` } }),
      run: async ({ most }) => {
        const all = await sandbox.client.deliveries();
        return { data: { deliveries: all.slice(0, mostOf(most)), total: all.length } };
      },
    },
    {
      name: 'read_sessions',
      description: 'What players have reported of viewings: plays, totals and events.',
      inputSchema: takes({
        videoId: { type: 'string', description: 'Only viewings of this video.' },
        most: { type: 'number', description: `How many; ${String(ENTRIES)}.` },
      }),
      run: async ({ videoId, most }) => {
        const all = await sandbox.client.sessions();
        const wanted = all.filter((one) => videoId === undefined || one.videoId === videoId);
        return { data: { sessions: wanted.slice(-mostOf(most)).reverse(), total: wanted.length } };
      },
    },
    {
      name: 'advance_clock',
      description:
        'Lets time pass in the service at once, such as 3h or 365d: tokens end, webhooks are tried again, and so on.',
      inputSchema: takes(
        { duration: { type: 'string', description: 'How much: ms, s, m, h, d and w are known.' } },
        ['duration'],
      ),
      run: async ({ duration }) => {
        const { now, fired } = await sandbox.client.clock.advance(String(duration));
        return { data: { now: now.toISOString(), fired } };
      },
    },
    {
      name: 'reset_sandbox',
      description:
        'Brings the sandbox back to a first start: films, tokens, webhooks, faults, logs and the clock. The key stays.',
      inputSchema: takes(),
      run: async () => {
        await sandbox.client.reset();
        return done;
      },
    },
  ];
}

const mostOf = (most: unknown): number =>
  Math.min(MAX_ENTRIES, Math.max(1, Math.floor(numberOf(most) ?? ENTRIES)));
