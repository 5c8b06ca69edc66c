import { VhError } from './vh-error.ts';

/** Attributes that look like an API key. */
export const API_KEY_ATTRIBUTES: readonly string[] = ['api-key', 'apikey', 'api_key', 'data-api-key'];

/** The error for a page that has one of them on `element`; nothing for a page that has none. */
export function apiKeyError(element: { hasAttribute: (name: string) => boolean }): VhError | undefined {
  const name = API_KEY_ATTRIBUTES.find((attribute) => element.hasAttribute(attribute));
  return name === undefined
    ? undefined
    : new VhError(
        'api-key-in-page',
        `The attribute "${name}" would show an API key to every visitor. Use a token, a grant or a backend.`,
      );
}
