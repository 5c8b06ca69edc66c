/**
 * What a property is without its attribute: `undefined`, as if it had never been set. lit would make it null, which is a
 * number to a comparison.
 */
export const asText = (value: string | null): string | undefined => value ?? undefined;
export const asNumber = (value: string | null): number | undefined =>
  value === null ? undefined : Number(value);
