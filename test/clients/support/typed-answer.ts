import assert from 'node:assert/strict';

interface Attribute {
  name: string;
  type: string;
}

/**
 * Makes sure that an answer, and all that is in it, is what the client's own model says, and returns which of the
 * model's attributes it has. The types that the compiler sees are only a promise; the client checks nothing.
 */
export function attributesOf(answer: unknown, model: string): string[] {
  assert.deepEqual(faultsOf(answer, model, model), []);
  return filled(answer as object);
}

/** An answer without the client's classes. */
export function plain(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer));
}

function filled(answer: object): string[] {
  return Object.entries(answer)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => name)
    .sort();
}

function faultsOf(value: unknown, type: string, where: string): string[] {
  if (value === undefined || value === null) return [];
  const item = /^Array<(.+)>$/.exec(type)?.[1];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${where} is no list`];
    return value.flatMap((one: unknown, index) => faultsOf(one, item, `${where}[${String(index)}]`));
  }
  const isRight = PLAIN[type.endsWith('Enum') ? 'string' : type];
  if (isRight) return isRight(value) ? [] : [`${where} is no ${type}`];
  if (typeof value !== 'object' || value.constructor.name !== type) return [`${where} is no ${type}`];
  return attributeTypesOf(value).flatMap(({ name, type }) =>
    faultsOf((value as Record<string, unknown>)[name], type, `${where}.${name}`),
  );
}

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  Date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

function attributeTypesOf(value: object): readonly Attribute[] {
  const { attributeTypeMap } = value.constructor as { attributeTypeMap?: readonly Attribute[] };
  assert.ok(attributeTypeMap, `${value.constructor.name} says what it is made of`);
  return attributeTypeMap;
}
