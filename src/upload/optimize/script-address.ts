/** What `require-trusted-types-for` wants in the place of a script's address. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => {
    createScriptURL: (address: string) => URL;
  };
}

let policy: ReturnType<TrustedTypePolicyFactory['createPolicy']> | undefined;

/**
 * An address that a worker may be made of. Only our own module's is ever given to it. Throws where a page's policy does
 * not allow the name `vh-elements`.
 */
export function scriptAddress(address: string): string | URL {
  const types = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  policy ??= types?.createPolicy('vh-elements', { createScriptURL: (same) => same });
  return policy ? policy.createScriptURL(address) : address;
}
