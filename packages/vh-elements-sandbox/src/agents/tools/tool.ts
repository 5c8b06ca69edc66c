/** The part of JSON Schema in which tools say what they take. */
export interface Property {
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  description: string;
  enum?: readonly string[];
}

/** The arguments of a tool. */
export interface InputSchema {
  type: 'object';
  properties: Readonly<Record<string, Property>>;
  required: readonly string[];
  additionalProperties: false;
}

/** What a tool answers. */
export interface ToolResult {
  data: Readonly<Record<string, unknown>>;
  /** A picture, in base64. */
  png?: string;
}

/** Something that an agent can do. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: InputSchema;
  /** Gets arguments that fit the schema. A rejection is a sentence for the agent. */
  run: (given: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}

/** The schema of some properties, the first `required` of which must be given. */
export function takes(
  properties: Readonly<Record<string, Property>> = {},
  required: readonly string[] = [],
): InputSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** What is wrong with the arguments, a sentence each. */
export function argumentFaults({ properties, required }: InputSchema, given: unknown): string[] {
  if (typeOf(given) !== 'object') return ['The arguments must be an object.'];
  const values = given as Readonly<Record<string, unknown>>;
  return [
    ...required.filter((name) => values[name] === undefined).map((name) => `${name} is missing.`),
    ...Object.entries(values).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property)
        return [`${name} is not known; there are: ${Object.keys(properties).join(', ') || 'none'}.`];
      if (value === undefined) return [];
      if (typeOf(value) !== property.type) return [`${name} must be of type ${property.type}.`];
      if (property.enum && !property.enum.some((one) => one === value))
        return [`${name} must be one of ${property.enum.join(', ')}.`];
      return [];
    }),
  ];
}

/** An argument that is a text, if it was given. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An argument that is a number, if it was given. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
