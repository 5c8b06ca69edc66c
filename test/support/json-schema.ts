/** A JSON Schema, as far as this reader knows it. An unknown keyword is a mistake of the test. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

const NOTES = ['$schema', '$defs', 'title', 'description', 'examples', 'format', 'default'];

/** The faults of a value by a schema: their places, or nothing. */
export function schemaFaults(value: unknown, schema: Schema, root: Schema = schema, at = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (NOTES.includes(keyword)) return [];
    const check = CHECKS[keyword];
    if (!check) return [`${at}: the reader does not know ${keyword}`];
    return check(value, rule, { schema, root, at });
  });
}

interface Place {
  schema: Schema;
  root: Schema;
  at: string;
}

type Check = (value: unknown, rule: unknown, place: Place) => string[];

const fault = (isRight: boolean, { at }: Place, says: string) => (isRight ? [] : [`${at}: ${says}`]);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

const CHECKS: Record<string, Check> = {
  type: (value, rule, place) =>
    fault(
      [rule].flat().some((type) => typeOf(value).includes(type as string)),
      place,
      `is no ${String(rule)}`,
    ),
  const: (value, rule, place) => fault(same(value, rule), place, `is not ${String(rule)}`),
  enum: (value, rule, place) =>
    fault(
      list(rule).some((one) => same(one, value)),
      place,
      'is none of the choices',
    ),
  minimum: (value, rule, place) =>
    fault(typeof value !== 'number' || value >= Number(rule), place, `is below ${String(rule)}`),
  maximum: (value, rule, place) =>
    fault(typeof value !== 'number' || value <= Number(rule), place, `is above ${String(rule)}`),
  minLength: (value, rule, place) =>
    fault(typeof value !== 'string' || Array.from(value).length >= Number(rule), place, 'is too short'),
  maxLength: (value, rule, place) =>
    fault(typeof value !== 'string' || Array.from(value).length <= Number(rule), place, 'is too long'),
  pattern: (value, rule, place) =>
    fault(typeof value !== 'string' || new RegExp(String(rule), 'u').test(value), place, 'has another form'),
  minItems: (value, rule, place) =>
    fault(!Array.isArray(value) || value.length >= Number(rule), place, 'has too few items'),
  maxItems: (value, rule, place) =>
    fault(!Array.isArray(value) || value.length <= Number(rule), place, 'has too many items'),
  items: (value, rule, { root, at }) =>
    list(value).flatMap((item, index) => schemaFaults(item, rule as Schema, root, `${at}[${String(index)}]`)),
  required: (value, rule, place) =>
    list(rule)
      .map(String)
      .flatMap((name) => fault(!isRecord(value) || name in value, place, `has no ${name}`)),
  properties: (value, rule, { root, at }) =>
    Object.entries(rule as Record<string, Schema>).flatMap(([name, schema]) =>
      isRecord(value) && name in value ? schemaFaults(value[name], schema, root, `${at}.${name}`) : [],
    ),
  additionalProperties: (value, rule, place) => {
    const known = Object.keys(place.schema['properties'] ?? {});
    const others = isRecord(value) ? Object.keys(value).filter((name) => !known.includes(name)) : [];
    return others.flatMap((name) =>
      rule === false
        ? fault(false, place, `has a ${name}`)
        : schemaFaults((value as Schema)[name], rule as Schema, place.root, `${place.at}.${name}`),
    );
  },
  oneOf: (value, rule, place) => {
    const fits = (rule as Schema[]).filter((one) => schemaFaults(value, one, place.root).length === 0);
    return fault(
      fits.length === 1,
      place,
      `fits ${String(fits.length)} of its forms: ${JSON.stringify(value)}`,
    );
  },
  anyOf: (value, rule, place) => {
    const faults = (rule as Schema[]).map((one) => schemaFaults(value, one, place.root, place.at));
    return faults.some((its) => its.length === 0)
      ? []
      : [`${place.at}: fits none of its forms`, ...faults.flat()];
  },
  $ref: (value, rule, { root, at }) => {
    const names = String(rule).replace(/^#\//, '').split('/');
    let found: unknown = root;
    for (const name of names) found = isRecord(found) ? found[name] : undefined;
    return isRecord(found) ? schemaFaults(value, found, root, at) : [`${at}: there is no ${String(rule)}`];
  },
};
