/** The kinds of JSON values, as JSON Schema names them. */
export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON Schema 2020-12 in which the service says what it takes and what it answers. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: Kind | readonly Kind[];
  readonly enum?: readonly (string | null)[];
  readonly pattern?: string;
  /** Characters, as JSON Schema counts them: code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  /** For people and programs that read the schema: nothing is checked by these. */
  readonly format?: string;
  readonly default?: string | number | boolean;
  readonly description?: string;
}

/** Whether a value is as a schema says. References are not followed: what a request is read by has none. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  const { type, anyOf } = schema;
  if (type !== undefined && ![type].flat().some((kind) => isOf(kind, value))) return false;
  if (anyOf && !anyOf.some((one) => fits(one, value))) return false;
  if (schema.enum && !schema.enum.some((one) => one === value)) return false;
  if (typeof value === 'string') return fitsText(schema, value);
  if (typeof value === 'number')
    return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  if (Array.isArray(value)) return fitsList(schema, value);
  return typeof value === 'object' && value !== null ? fitsObject(schema, value) : true;
}

function fitsText({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema, text: string): boolean {
  const length = text.length > 2 * maxLength ? Infinity : Array.from(text).length;
  if (length < minLength || length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

function fitsList({ items, minItems = 0 }: JsonSchema, list: readonly unknown[]): boolean {
  return list.length >= minItems && (!items || list.every((one) => fits(items, one)));
}

function fitsObject({ properties = {}, required = [] }: JsonSchema, value: object): boolean {
  const members = new Map<string, unknown>(Object.entries(value));
  return (
    required.every((name) => members.has(name)) &&
    Object.entries(properties).every(
      ([name, schema]) => !members.has(name) || fits(schema, members.get(name)),
    )
  );
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'null') return value === null;
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (kind === 'integer') return Number.isInteger(value);
  return typeof value === kind;
}
