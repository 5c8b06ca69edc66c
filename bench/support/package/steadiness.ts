import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The compiled programs beside this file. */
const program = (name: string) => new URL(`${name}.js`, import.meta.url);

/** A test file, and where it runs. */
export interface TestFile {
  file: string;
  layer: 'node' | 'browser' | 'e2e';
  browser?: string;
}

/** How often a file has passed, and the first fault of each other run. */
export interface FileRate {
  passed: number;
  total: number;
  messages: string[];
}

/** Where a file of `test/` runs: in each of the browsers, in Node, or end to end. */
export function placesOf(file: string, browsers: readonly string[]): TestFile[] {
  if (file.endsWith('.browser.test.ts'))
    return browsers.map((browser) => ({ file, layer: 'browser', browser }));
  return [{ file, layer: file.startsWith('test/e2e/') ? 'e2e' : 'node' }];
}

/** `file` as the table names it. */
export function nameOf({ file, browser }: TestFile): string {
  return browser === undefined ? file : `${browser}: ${file}`;
}

/** Runs a file once; the first message of what failed, or nothing. `seed` says when its timers fire; none: as they do. */
export async function runFile(test: TestFile, seed: number | undefined): Promise<string | undefined> {
  const { NODE_OPTIONS = '', ...env } = process.env;
  // A test of this file runs in the runner itself, which would refuse to run another one.
  delete env['NODE_TEST_CONTEXT'];
  const isOdd = seed !== undefined && test.layer !== 'browser';
  const preload = isOdd ? `--import=${program('odd-timers').href}` : '';
  const child = fork(program('run-file'), [test.layer, test.file, test.browser ?? ''], {
    env: { ...env, NODE_OPTIONS: `${NODE_OPTIONS} ${preload}`.trim(), STEADINESS_SEED: String(seed) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let said: { failures: { name: string; message: string }[] } | undefined;
  child.on('message', (message: typeof said) => (said = message));
  await once(child, 'close');
  if (!said) return `its run broke off: ${complaint.trim().split('\n').at(-1) ?? ''}`;
  const [first] = said.failures;
  return first && `${first.name}: ${first.message}`;
}

/** Programs that slow the machine down while something runs. */
export class Burdens {
  readonly #children: ChildProcess[];

  static async start(busy: number, disks: number): Promise<Burdens> {
    const kinds = [...Array<string>(busy).fill('busy'), ...Array<string>(disks).fill('disk')];
    const children = kinds.map((kind) => fork(program('burden'), [kind]));
    await Promise.all(children.map((child) => once(child, 'message')));
    return new Burdens(children);
  }

  private constructor(children: ChildProcess[]) {
    this.#children = children;
  }

  get pids(): number[] {
    return this.#children.map(({ pid }) => pid ?? 0);
  }

  async end(): Promise<void> {
    const ends = this.#children.map((child) => once(child, 'close'));
    for (const child of this.#children) child.kill();
    await Promise.all(ends);
  }
}

/** Lines for the files that failed, the least steady first, each with its faults; then how many never failed. */
export function rateLines(rates: Readonly<Record<string, FileRate>>): string[] {
  const all = Object.entries(rates);
  const failed = all.filter(([, { passed, total }]) => passed < total);
  failed.sort(([, one], [, other]) => one.passed / one.total - other.passed / other.total);
  return [
    ...failed.flatMap(([name, { passed, total, messages }]) => [
      `${passed}/${total}  ${name}`,
      ...[...new Set(messages)].map((message) => `         ${message}`),
    ]),
    `${all.length - failed.length} of ${all.length} files never failed`,
  ];
}
