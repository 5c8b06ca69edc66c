/** Attributes that look like an API key. */
export const API_KEY_ATTRIBUTES: readonly string[] = ['api-key', 'apikey', 'api_key', 'data-api-key'];

/** The first of them that `element` has. */
export function findApiKey(element: { hasAttribute: (name: string) => boolean }): string | undefined {
  return API_KEY_ATTRIBUTES.find((name) => element.hasAttribute(name));
}
