import type { JsonSchema, Kind } from './schema.ts';

/** What a value must be, or is: by it a request is read, and of it the OpenAPI document is made. */
export interface Shape<T = unknown> {
  /** For a single value, and a list or an object that is read as one. */
  readonly schema: JsonSchema;
  /** In words, after `"name" must be `. */
  readonly wanted: string;
  /** The members of an object, each of which is read by itself. */
  readonly members?: Members;
  /** The entries of a list, each of which is read by itself. */
  readonly item?: Shape;
  /** A member that must be there, or that may be absent; without it, requests may leave it out and answers have it. */
  readonly need?: 'required' | 'optional';
  /** The name that the document has for it. */
  readonly title?: string;
  /** For the compiler: what TypeScript calls it. */
  readonly is?: T;
}

/** The members of an object. */
export type Members = Readonly<Record<string, Shape>>;

/** A member that a request must have. */
export type Required<T> = Shape<T> & { readonly need: 'required' };

/** A member that an answer may have. */
export type Optional<T> = Shape<T> & { readonly need: 'optional' };

/** The value of a shape. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never;

/** What a request brings by a table of members. */
export type Taken<M> = { [K in keyof M as M[K] extends { need: 'required' } ? K : never]: ValueOf<M[K]> } & {
  [K in keyof M as M[K] extends { need: 'required' } ? never : K]?: ValueOf<M[K]>;
};

/** What an answer holds by a table of members. */
export type Shown<M> = { [K in keyof M as M[K] extends { need: 'optional' } ? never : K]: ValueOf<M[K]> } & {
  [K in keyof M as M[K] extends { need: 'optional' } ? K : never]?: ValueOf<M[K]>;
};

export const TEXT: Shape<string> = { schema: { type: 'string' }, wanted: 'a string' };
export const FLAG: Shape<boolean> = { schema: { type: 'boolean' }, wanted: 'true or false' };
/** True, false, or null to take it away. */
export const NULLABLE_FLAG: Shape<boolean | null> = {
  schema: { type: ['boolean', 'null'] },
  wanted: 'true, false or null',
};
export const TEXTS: Shape<string[]> = {
  schema: { type: 'array', items: { type: 'string' } },
  wanted: 'a list of strings',
};
/** A moment, as the service writes it. */
export const MOMENT: Shape<string> = {
  schema: {
    type: 'string',
    format: 'date-time',
    pattern: String.raw`^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$`,
  },
  wanted: 'a moment',
};
export const ADDRESS: Shape<string> = {
  schema: { type: 'string', format: 'uri', pattern: '^https?://' },
  wanted: 'a web address',
};

/** A text of a certain form. */
export function text(wanted: string, rules: JsonSchema): Shape<string> {
  return { schema: { type: 'string', ...rules }, wanted };
}

/** An identifier, which begins with the letters of its kind. */
export function idOf(prefix: string): Shape<string> {
  return text('an identifier', { pattern: `^${prefix}[A-Za-z0-9]+$` });
}

/** A whole number within bounds. */
export function integer(minimum: number, maximum: number): Shape<number> {
  const wanted = `a whole number from ${String(minimum)} to ${String(maximum)}`;
  return { schema: { type: 'integer', minimum, maximum }, wanted };
}

/** A whole number that counts something. */
export const COUNT: Shape<number> = { schema: { type: 'integer', minimum: 0 }, wanted: 'a whole number' };

/** One of a few texts. */
export function oneOf<T extends string>(choices: readonly T[]): Shape<T> {
  return { schema: { type: 'string', enum: choices }, wanted: `one of ${choices.join(', ')}` };
}

/** The same, or null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  const { type, enum: choices } = shape.schema;
  const kinds: readonly Kind[] = type === undefined ? [] : [type].flat();
  return {
    ...shape,
    schema: {
      ...shape.schema,
      ...(kinds.length === 0 ? {} : { type: [...kinds, 'null'] }),
      ...(choices ? { enum: [...choices, null] } : {}),
    },
    wanted: `${shape.wanted} or null`,
  };
}

/** A list, each entry of which is read by itself. */
export function listOf<T>(item: Shape<T>): Shape<T[]> {
  return { schema: { type: 'array' }, wanted: `a list of ${item.wanted}`, item };
}

/** An object of a request: its members may be absent unless they are `required`. Others are let be, and warned of. */
export function takes<M extends Members>(
  members: M,
  wanted = `{${Object.keys(members).join(', ')}}`,
): Shape<Taken<M>> & { readonly members: M } {
  return { schema: { type: 'object' }, wanted, members };
}

/** An object of an answer: it has exactly these members, but for those that are `optional`. */
export function shows<M extends Members>(
  members: M,
  title?: string,
): Shape<Shown<M>> & { readonly members: M } {
  const named = title === undefined ? {} : { title };
  return { schema: { type: 'object', additionalProperties: false }, wanted: 'an object', members, ...named };
}

/** A member that a request must have, and not empty. */
export function required<T>(shape: Shape<T>): Required<T> {
  return { ...shape, need: 'required' };
}

/** A member that an answer may lack. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return { ...shape, need: 'optional' };
}

/** The pairs of a video's or a session's metadata. */
export interface Pair {
  key: string;
  value: string;
}

export const PAIRS: Shape<Pair[]> = listOf(takes({ key: required(TEXT), value: required(TEXT) }));
