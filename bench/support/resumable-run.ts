import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inRepository } from '../../test/support/repository.ts';
import { isSaving, saveRows } from './bench-results.ts';
import { currentCommit } from './current-commit.ts';
import { ProgressFile } from './progress-file.ts';
import { readRunArguments, type RunArguments, type RunOption } from './run-arguments.ts';

/** A bench that does one thing many times, each time from a seed of its own. */
export interface RunPlan<Tally> {
  /** As in `npm run bench -- NAME`. */
  name: string;
  /** What the figure is of, for the table of figures; by the bench's own options where they make another thing of it. */
  what: string | ((options: RunArguments['options']) => string);
  /** Seeds, unless the command line says how many. */
  count: number;
  /** Seeds that one run takes: more than 1 where a run is over in no time. */
  each?: number;
  /** Runs at a time, unless the command line says how many. */
  lanes?: number;
  /** True: the runs are numbered from 0, and the seed is the same for all of them. */
  isNumbered?: boolean;
  /** The bench's own options. They are part of what a run is. */
  options?: Readonly<Record<string, RunOption>>;
  /** Words in the place of those of the command line, from a bench that has another one; and how that is said. */
  words?: readonly string[];
  command?: string;
  /** The sum before the first run, as JSON keeps it. */
  tally: Tally;
  /** The sum in one line; how many were wrong is said before it. */
  figure: (tally: Tally) => string;
  /** What the sum as a whole misses, where no single run is wrong. */
  missed?: (tally: Tally) => string | undefined;
  /** Prints texts too long for that line. */
  print?: (tally: Tally) => void;
}

/** The fault in the run of a seed. */
export interface WrongRun {
  seed: number;
  what: string;
}

/** The state between two calls. */
interface Progress<Tally> {
  options: RunArguments['options'];
  each: number;
  /** Runs below `next` are done, and those in `ahead`. */
  next: number;
  ahead: number[];
  wrong: WrongRun[];
  tally: Tally;
  seconds: number;
  /** The commits that the runs were made with. */
  commits: string[];
  date: string;
}

/** How often it says how far it is, in milliseconds. */
const NEWS_MS = 30_000;

/**
 * A long run that can be put down and taken up. Its progress is in `.bench/NAME-SEED.json`, and is written as each run
 * ends: who kills the process loses the runs in progress only. After `--minutes` no further run begins.
 */
export class ResumableRun<Tally> {
  readonly #plan: RunPlan<Tally>;
  readonly #given: RunArguments;
  readonly #file: ProgressFile<Progress<Tally>>;
  readonly #progress: Progress<Tally>;
  readonly #secondsBefore: number;
  readonly #began = performance.now();
  #lastNews = performance.now();

  /** Opens the run that the command line asks for. With `--report`, or nothing left to run, it prints the sum and ends the process. */
  static start<Tally>(plan: RunPlan<Tally>, folder = inRepository('.bench')): ResumableRun<Tally> {
    try {
      const run = new ResumableRun(plan, readRunArguments(plan), folder);
      if (run.#given.isReport || run.#isOver) run.end();
      return run;
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    }
  }

  private constructor(plan: RunPlan<Tally>, given: RunArguments, folder: string) {
    this.#plan = plan;
    this.#given = given;
    this.#file = new ProgressFile(path.join(folder, `${plan.name}-${given.seed}.json`));
    this.#progress = this.#read();
    this.#secondsBefore = this.#progress.seconds;
    if (given.isReport) return;
    say(given.command);
    if (this.#done > 0) say(`  continues: ${this.#counts}`);
  }

  /** A value of the bench's own options. */
  option(name: string): string {
    return String(this.#given.options[name]);
  }

  get lanes(): number {
    return this.#given.lanes;
  }

  /** The seed of the command line, or one that was drawn. */
  get seed(): number {
    return this.#given.seed;
  }

  /** Seeds to run from each one that `seeds` gives out. */
  get each(): number {
    return this.isSingle ? 1 : this.#each;
  }

  /** True where `--only` asks for one run: it neither reads the progress nor adds to it. */
  get isSingle(): boolean {
    return this.#given.only !== undefined;
  }

  /** The sum so far. Add to it and call `done` in the same turn: the file then has both or neither. */
  get tally(): Tally {
    return this.#progress.tally;
  }

  /** The first seed of each run that is left, until the time is over. Several lanes may take from one generator. */
  *seeds(): Generator<number, undefined> {
    const { only, minutes } = this.#given;
    if (only !== undefined) {
      yield only;
      return;
    }
    const ahead = new Set(this.#progress.ahead);
    let begun = 0;
    for (let at = this.#progress.next; at < this.#runs; at++) {
      if (ahead.has(at)) continue;
      // The shortest slice still does one, so that slices come to an end.
      if (begun++ > 0 && performance.now() - this.#began >= minutes * 60_000) return;
      yield this.#first + at * this.#each;
    }
  }

  /** Notes that the run of this seed has ended, and its fault. */
  done(seed: number, wrong?: string | readonly WrongRun[]): void {
    const progress = this.#progress;
    const faults = typeof wrong === 'string' ? [{ seed, what: wrong }] : (wrong ?? []);
    for (const fault of faults) this.#complain(fault);
    progress.wrong.push(...faults);
    progress.seconds = this.#secondsBefore + (performance.now() - this.#began) / 1000;
    if (this.isSingle) return;
    progress.ahead.push((seed - this.#first) / this.#each);
    while (progress.ahead.includes(progress.next)) {
      progress.ahead = progress.ahead.filter((at) => at !== progress.next);
      progress.next++;
    }
    const commit = currentCommit();
    if (!progress.commits.includes(commit)) progress.commits.push(commit);
    progress.date = new Date().toISOString().slice(0, 10);
    this.#file.write(progress);
    if (performance.now() - this.#lastNews < NEWS_MS) return;
    this.#lastNews = performance.now();
    say(`  ${this.#counts}`);
  }

  /** Prints the sum and ends the process: with 1 where a run was wrong. */
  end(): never {
    const { wrong, tally, commits, date } = this.#progress;
    const { command, isReport, options } = this.#given;
    this.#plan.print?.(tally);
    if (isReport) wrong.forEach((one) => this.#complain(one));
    const figure = `${this.#counts}; ${this.#plan.figure(tally)}`;
    say(figure);
    const missed = this.#plan.missed?.(tally);
    if (missed !== undefined) say(`MISSED: ${missed}`);
    if (!this.isSingle) {
      say(
        this.#isOver
          ? 'All are done: --again begins from the first.'
          : `The same command continues: ${command}`,
      );
      const { what: planned } = this.#plan;
      const what = typeof planned === 'string' ? planned : planned(options);
      const row = { what, command, figure, date, commit: commits.at(-1) ?? '' };
      if (isSaving()) saveRows(this.#plan.name, [row]);
    }
    process.exit(wrong.length === 0 && missed === undefined ? 0 : 1);
  }

  get #each(): number {
    return this.#plan.each ?? 1;
  }

  get #runs(): number {
    return Math.ceil(this.#given.count / this.#each);
  }

  get #first(): number {
    return this.#plan.isNumbered ? 0 : this.#given.seed;
  }

  get #done(): number {
    return this.#progress.next + this.#progress.ahead.length;
  }

  get #isOver(): boolean {
    return !this.isSingle && this.#done >= this.#runs;
  }

  get #counts(): string {
    const { wrong, seconds } = this.#progress;
    const said = (runs: number) => (runs * this.#each).toLocaleString('en');
    const all = this.#done < this.#runs ? ` done of ${said(this.#runs)}` : '';
    const counts = this.isSingle ? '1' : `${said(this.#done)}${all}`;
    return `${wrong.length} wrong of ${counts}, ${seconds.toFixed(0)} s`;
  }

  #complain({ seed, what }: WrongRun): void {
    say(`WRONG ${seed}: ${what}\n  again: ${this.#given.command} --only ${seed}`);
  }

  #read(): Progress<Tally> {
    const { options, isAgain, isReport } = this.#given;
    const fresh: Progress<Tally> = {
      ...{ options, each: this.#each, next: 0, ahead: [], wrong: [] },
      ...{ tally: structuredClone(this.#plan.tally), seconds: 0, commits: [], date: '' },
    };
    if (this.isSingle) return fresh;
    if (isAgain) this.#file.remove();
    const kept = this.#file.read();
    if (!kept && isReport) throw new Error(`There is no ${this.#file.path}: nothing was run from this seed.`);
    if (!kept) return fresh;
    if (kept.each === this.#each && isDeepStrictEqual(kept.options, { ...options })) return kept;
    throw new Error(
      `${this.#file.path} was begun with ${JSON.stringify({ each: kept.each, ...kept.options })}; this command ` +
        `says ${JSON.stringify({ each: this.#each, ...options })}. Take another seed, or begin from the first with --again.`,
    );
  }
}

/** Not by `console`: a bench may listen to that. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
