/** The part of `trustedTypes` that is used. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => URL };
}

let policy: ReturnType<TrustedTypePolicyFactory['createPolicy']> | undefined;

/** An address for a worker's script under `require-trusted-types-for`. Throws where the page does not allow `vh-elements`. */
export function scriptAddress(address: string): string | URL {
  const types = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  policy ??= types?.createPolicy('vh-elements', { createScriptURL: (same) => same });
  return policy ? policy.createScriptURL(address) : address;
}
