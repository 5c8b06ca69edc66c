import { findApiKey } from './api-key-attributes.ts';
export { API_KEY_ATTRIBUTES } from './api-key-attributes.ts';
import { VhError } from '../errors/vh-error.ts';

/** The error for a page that has an attribute like an API key on `element`; nothing for a page that has none. */
export function apiKeyError(element: { hasAttribute: (name: string) => boolean }): VhError | undefined {
  const name = findApiKey(element);
  return name === undefined ? undefined : errorOfApiKey(name);
}

/** The error for an attribute that looks like an API key. */
export function errorOfApiKey(name: string): VhError {
  return new VhError(
    'api-key-in-page',
    `The attribute "${name}" would show an API key to every visitor. Use a token, a grant or a backend.`,
  );
}
