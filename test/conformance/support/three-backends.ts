import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRecord, readText } from '../../../src/core/wire/read-json.ts';
import { FrameworkServer } from '../../support/frameworks/framework-server.ts';
import { freePort } from '../../support/frameworks/languages.ts';
import { inRepository } from '../../support/repository.ts';
import {
  LANGUAGE_NAMES,
  type CaseChange,
  type CaseRequest,
  type ConformanceCase,
  type LanguageName,
} from './conformance-case.ts';
import { JavaScriptSites } from './javascript-sites.ts';
import { RecordingService } from './recording-service.ts';
import { countedAnew, readAnswer, toCommon, type Seen } from './seen-answer.ts';

/** A server that answers nothing for so long is at fault. */
const WAIT_MS = 60_000;
/** Ends the name of the second server of a case. */
const TWIN = '-twin';

/** The page backends in three languages, each by a server of its own, in front of one service that notes what they ask. */
export class ThreeBackends {
  readonly #service: RecordingService;
  readonly #folder: string;
  readonly #urls: Readonly<Record<LanguageName, string>>;
  readonly #ends: readonly (() => unknown)[];
  #cases = 0;

  private constructor(
    service: RecordingService,
    folder: string,
    urls: Readonly<Record<LanguageName, string>>,
    ends: readonly (() => unknown)[],
  ) {
    this.#service = service;
    this.#folder = folder;
    this.#urls = urls;
    this.#ends = ends;
  }

  static async start(): Promise<ThreeBackends> {
    const service = await RecordingService.start();
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-three-'));
    const casesOf = (language: LanguageName) => ({ VH_CASES: path.join(folder, language) });
    const ours = await JavaScriptSites.start(path.join(folder, 'JavaScript'));
    const port = await freePort();
    const site = (name: string) => inRepository('test/conformance/support', name);
    const php = await FrameworkServer.start({
      ...{ command: 'sh', words: ['-c', 'exec php -S "127.0.0.1:$0" "$1" 2>&1', port, site('site.php')] },
      ...{ ready: /started/, port, env: casesOf('PHP') },
    });
    const python = await FrameworkServer.start({
      ...{ command: 'python3', words: [site('site.py')], env: casesOf('Python') },
    });
    const urls = { JavaScript: ours.url, PHP: php.url, Python: python.url };
    const ends = [() => python.end(), () => php.end(), () => ours.end(), () => service.end()];
    return new ThreeBackends(service, folder, urls, [...ends, () => rm(folder, { recursive: true })]);
  }

  async end(): Promise<void> {
    for (const end of this.#ends) await end();
  }

  /** What each backend answered to each request of a case, and asked of the service for it. */
  async run(one: ConformanceCase): Promise<Record<LanguageName, Seen[]>> {
    const name = `case-${String(++this.#cases)}`;
    const seen: Record<LanguageName, Seen[]> = { JavaScript: [], PHP: [], Python: [] };
    for (const language of LANGUAGE_NAMES) await this.#prepare(one, language, name);
    const languages = LANGUAGE_NAMES.filter((language) => language !== 'PHP' || !one.isWithoutPhp);
    if (one.before) await this.#change(one.before, name);
    let starts = 0;
    for (const step of one.steps) {
      const site = starts === 0 ? name : `${name}-${String(starts)}`;
      if (!('change' in step)) {
        await Promise.all(languages.map((language) => this.#ask(step, language, name, seen[language], site)));
        continue;
      }
      await this.#change(step.change, name);
      if (!step.change.config) continue;
      starts++;
      const next = { ...one, config: { ...one.config, ...step.change.config } };
      for (const language of languages)
        await this.#prepare(next, language, name, `${name}-${String(starts)}`);
    }
    for (const language of LANGUAGE_NAMES) seen[language] = countedAnew(seen[language]);
    return seen;
  }

  async #prepare(
    { config = {} }: ConformanceCase,
    language: LanguageName,
    name: string,
    site = name,
  ): Promise<void> {
    const folder = path.join(this.#folder, language, site);
    const service = this.#service.baseUrl(`${language}/${name}`);
    const plain = {
      baseUrl: 'SERVICE',
      apiKey: 'a-real-key',
      basePath: '/vh',
      authorize: { kind: 'cookie' },
    };
    const text = JSON.stringify({ ...plain, ...config, service }).replaceAll('SERVICE', service);
    for (const one of [folder, `${folder}${TWIN}`]) {
      await mkdir(one, { recursive: true });
      await writeFile(path.join(one, 'config.json'), text);
    }
  }

  async #change(change: CaseChange, name: string): Promise<void> {
    for (const language of LANGUAGE_NAMES) {
      this.#service.change(`${language}/${name}`, change);
      if (change.file !== undefined)
        await writeFile(path.join(this.#folder, language, name, 'file'), change.file);
    }
  }

  async #ask(
    request: CaseRequest,
    language: LanguageName,
    name: string,
    seen: Seen[],
    own: string,
  ): Promise<void> {
    const room = `${language}/${name}`;
    const errors = path.join(this.#folder, language, own, 'errors');
    const before = existsSync(errors) ? readFileSync(errors, 'utf8').length : 0;
    const last = seen.at(-1)?.raw;
    const site = request.isOfTwin ? `${own}${TWIN}` : own;
    const text = await send(this.#urls[language], request, site, last);
    const after = existsSync(errors) ? readFileSync(errors, 'utf8').length : 0;
    const service = this.#service.baseUrl(room);
    const answer = readAnswer(text, service);
    const asked = this.#service.takeAsked(room).map((one) => JSON.stringify(toCommon(one, service)));
    seen.push({ ...answer, asked: asked.toSorted(), isReported: after > before });
  }
}

/** Writes a request letter by letter, and returns all that comes back. */
async function send(url: string, request: CaseRequest, name: string, last: unknown): Promise<string> {
  const { method = 'GET', hosts = ['site.test'], headers = {}, rawHeaders = [], body } = request;
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, member: string) => readText(readRecord(last)?.[member]) ?? whole);
  const given = body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body);
  const bytes = Buffer.from(typeof body === 'object' ? filled(given) : given, 'utf8');
  const hasLength = rawHeaders.some((line) => /^(?:content-length|transfer-encoding):/i.test(line));
  const lines = [
    `${method} ${filled(request.target)} HTTP/1.1`,
    `x-case: ${name}`,
    ...hosts.map((host) => `host: ${host}`),
    ...Object.entries(headers).map(([key, value]) => `${key}: ${filled(value)}`),
    ...rawHeaders,
    ...(!hasLength && (bytes.length > 0 || method === 'POST')
      ? [`content-length: ${String(bytes.length)}`]
      : []),
    'connection: close',
  ];
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]));
    return await new Promise<string>((resolve, reject) => {
      const pieces: Buffer[] = [];
      const end = () => resolve(Buffer.concat(pieces).toString('utf8'));
      socket.setTimeout(WAIT_MS, () => reject(new Error(`${url} does not answer ${request.target}.`)));
      socket.on('data', (piece: Buffer) => pieces.push(piece));
      for (const event of ['end', 'close', 'error']) socket.on(event, end);
    });
  } finally {
    socket.destroy();
  }
}
