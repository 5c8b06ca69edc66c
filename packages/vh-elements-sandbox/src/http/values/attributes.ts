import { invalid, Problem } from '../problem.ts';

/** A pair of a video's or a session's metadata. */
export interface Pair {
  key: string;
  value: string;
}

/** Reads the attributes of a JSON body one by one, and reports all faults at the end at once. */
export class Attributes {
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #problems: Problem[] = [];

  constructor(body: Readonly<Record<string, unknown>>) {
    this.#body = body;
  }

  requiredText(name: string): string {
    return this.#isThere(name) ? (this.text(name) ?? '') : '';
  }

  /** A list of at least one string. */
  requiredTexts(name: string): string[] {
    return this.#isThere(name) ? (this.texts(name) ?? []) : [];
  }

  text(name: string): string | undefined {
    return this.#read(name, 'a string', (value) => typeof value === 'string');
  }

  /** A string, or null to take it away. */
  nullableText(name: string): string | null | undefined {
    return this.#read(name, 'a string or null', (value) => value === null || typeof value === 'string');
  }

  flag(name: string): boolean | undefined {
    return this.#read(name, 'true or false', (value) => typeof value === 'boolean');
  }

  /** True or false, or null to take it away. */
  nullableFlag(name: string): boolean | null | undefined {
    return this.#read(name, 'true, false or null', (value) => value === null || typeof value === 'boolean');
  }

  integer(name: string, min: number, max: number): number | undefined {
    const fits = (value: unknown): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return this.#read(name, `a whole number from ${String(min)} to ${String(max)}`, fits);
  }

  texts(name: string): string[] | undefined {
    const fits = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((one) => typeof one === 'string');
    return this.#read(name, 'a list of strings', fits);
  }

  pairs(name: string): Pair[] | undefined {
    const fits = (value: unknown): value is Pair[] => Array.isArray(value) && value.every(isPair);
    return this.#read(name, 'a list of {key, value}', fits)?.map(({ key, value }) => ({ key, value }));
  }

  /** Notes a fault that only the route can see. */
  refuse(name: string, detail: string): void {
    this.#problems.push(invalid(name, detail));
  }

  /** Throws when anything was wrong. */
  finish(): void {
    const [first] = this.#problems;
    if (first) throw new Problem(first.slug, first.extras, this.#problems);
  }

  #isThere(name: string): boolean {
    const value = this.#get(name);
    const isEmpty = value === undefined || value === null || value === '';
    if (!isEmpty && !(Array.isArray(value) && value.length === 0)) return true;
    this.#problems.push(new Problem('attribute-required', { name, detail: `"${name}" is required.` }));
    return false;
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#body, name) ? this.#body[name] : undefined;
  }

  #read<T>(name: string, wanted: string, fits: (value: unknown) => value is T): T | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (fits(value)) return value;
    this.refuse(name, `"${name}" must be ${wanted}.`);
    return undefined;
  }
}

function isPair(value: unknown): value is Pair {
  if (typeof value !== 'object' || value === null) return false;
  const { key, value: text } = value as Partial<Record<'key' | 'value', unknown>>;
  return typeof key === 'string' && typeof text === 'string';
}
