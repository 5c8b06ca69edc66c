import type { JsonSchema } from '../http/values/schema.ts';
import type { Members, Shape } from '../http/values/shape.ts';

const ROOT = '#/components/schemas/';

/** Turns shapes into JSON Schema, and collects those that have a name. */
export class Schemas {
  readonly #named = new Map<string, JsonSchema>();

  /** All that have a name and were asked for so far, by it. */
  get named(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#named);
  }

  /** The schema of a shape; of one with a name, a reference to it. */
  of(shape: Shape): JsonSchema {
    const { title } = shape;
    if (title === undefined) return this.#write(shape);
    if (!this.#named.has(title)) this.#named.set(title, this.#write(shape));
    return { $ref: ROOT + title };
  }

  /** The schema of an object that a request or an answer is. */
  members(members: Members, schema: JsonSchema = { type: 'object' }): JsonSchema {
    const isAnswer = schema.additionalProperties === false;
    const required = Object.keys(members).filter((name) => {
      const need = members[name]?.need;
      return isAnswer ? need !== 'optional' : need === 'required';
    });
    const properties = Object.entries(members).map(([name, shape]) => [name, this.of(shape)] as const);
    return {
      ...schema,
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    };
  }

  /** The schema of a body: what it must have must not be empty. */
  body(members: Members): JsonSchema {
    const notEmpty = Object.entries(members).map(([name, shape]) => {
      const { type } = shape.schema;
      const least = type === 'string' ? { minLength: 1 } : type === 'array' ? { minItems: 1 } : {};
      const isNeeded = shape.need === 'required';
      return [name, isNeeded ? { ...shape, schema: { ...shape.schema, ...least } } : shape] as const;
    });
    return this.members(Object.fromEntries(notEmpty));
  }

  #write({ schema, members, item }: Shape): JsonSchema {
    if (members) return this.members(members, schema);
    return item ? { ...schema, items: this.of(item) } : schema;
  }
}
