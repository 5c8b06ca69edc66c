import { invalid, Problem } from '../problem.ts';
import { fits } from './schema.ts';
import {
  FLAG,
  NULLABLE_FLAG,
  TEXT,
  nullable,
  required,
  type Members,
  type Shape,
  type Taken,
} from './shape.ts';

type Body = Readonly<Record<string, unknown>>;

const NULLABLE_TEXT = nullable(TEXT);

/** Reads the attributes of a JSON body by their shapes, and reports all faults at the end at once. */
export class Attributes {
  readonly #body: Body;
  readonly #problems: Problem[] = [];
  /** What an object inside the body is called in faults: `clip`, `restreams[0]`. */
  readonly #within: string;

  constructor(body: Body, within = '', problems: Problem[] = []) {
    this.#body = body;
    this.#within = within;
    this.#problems = problems;
  }

  /** Reads all members of a table; of those that are absent or faulty, only the required ones have a value, an empty one. */
  read<M extends Members>(members: M): Taken<M> {
    const taken: Record<string, unknown> = {};
    for (const [name, shape] of Object.entries(members)) {
      const value = this.#take(name, shape);
      if (value !== undefined) taken[name] = value;
      else if (shape.need === 'required') taken[name] = shape.schema.type === 'array' ? [] : '';
    }
    return taken as Taken<M>;
  }

  requiredText(name: string): string {
    return this.read({ [name]: required(TEXT) })[name] ?? '';
  }

  text(name: string): string | undefined {
    return this.#one(name, TEXT);
  }

  /** A string, or null to take it away. */
  nullableText(name: string): string | null | undefined {
    return this.#one(name, NULLABLE_TEXT);
  }

  flag(name: string): boolean | undefined {
    return this.#one(name, FLAG);
  }

  /** True or false, or null to take it away. */
  nullableFlag(name: string): boolean | null | undefined {
    return this.#one(name, NULLABLE_FLAG);
  }

  /** Notes a fault that only the route can see; of one attribute, the first is enough. */
  refuse(name: string, detail: string): void {
    if (this.#problems.every(({ extras }) => extras.name !== name))
      this.#problems.push(invalid(name, detail));
  }

  /** Throws when anything was wrong. */
  finish(): void {
    const [first] = this.#problems;
    if (first) throw new Problem(first.slug, first.extras, this.#problems);
  }

  #one<T>(name: string, shape: Shape<T>): T | undefined {
    return this.read({ [name]: shape })[name];
  }

  #take(name: string, shape: Shape): unknown {
    const value = this.#get(name);
    const place = this.#within === '' ? name : `${this.#within}[${name}]`;
    if (shape.need === 'required' && this.#within === '' && isEmpty(value)) {
      const detail = `"${place}" is required.`;
      this.#problems.push(new Problem('attribute-required', { name: place, detail }));
      return undefined;
    }
    return value === undefined && shape.need !== 'required' ? undefined : this.#fit(place, shape, value);
  }

  #fit(place: string, shape: Shape, value: unknown): unknown {
    if (!fits(shape.schema, value)) {
      this.refuse(place, `"${place}" must be ${shape.wanted}.`);
      return undefined;
    }
    const { item, members } = shape;
    if (item && Array.isArray(value))
      return value.map((one: unknown, index) => this.#fit(`${place}[${String(index)}]`, item, one));
    if (!members || value === null) return value;
    return new Attributes({ ...Object(value) } as Body, place, this.#problems).read(members);
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#body, name) ? this.#body[name] : undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
