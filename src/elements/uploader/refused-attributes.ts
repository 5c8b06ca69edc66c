import { VhError } from '../../core/vh-error.ts';

/** Attributes that look like an API key. */
export const REFUSED_ATTRIBUTES: readonly string[] = ['api-key', 'apikey', 'api_key', 'data-api-key'];

/** The error for a page that has one of them on `element`; nothing for a page that has none. */
export function refuseAttributes(element: Element): VhError | undefined {
  const name = REFUSED_ATTRIBUTES.find((attribute) => element.hasAttribute(attribute));
  return name === undefined
    ? undefined
    : new VhError(
        'api-key-in-page',
        `The attribute "${name}" would show an API key to every visitor. Use a token, a grant or a backend.`,
      );
}
