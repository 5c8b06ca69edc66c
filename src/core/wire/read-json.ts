// Readers of values that came over a network: hostile until read. A wrong type is as good as absent.

/** The value of a JSON text; undefined for no text, and for one that is not JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** An object's members, or nothing. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** An array, or an empty one. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string, or nothing. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The service's own word for a refusal, such as `invalid-attribute`, from its problem+json. */
export function readSlug(problem: unknown): string | undefined {
  const type = readText(readRecord(problem)?.['type']);
  return type
    ?.split(/[/#]/)
    .pop()
    ?.match(/^[a-z][a-z0-9-]{0,63}$/)?.[0];
}

/** A finite number, or nothing. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
