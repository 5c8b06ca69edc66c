/** The header of a grant's claim: in the body, a stranger's megabytes would be read and parsed before it is known. */
export const CLAIM_HEADER = 'x-vh-claim';

const MAX_CLAIM_LENGTH = 256;

/** The claim of the upload's last grant, where the page sends one. False for a text that is none. */
export function readClaim(request: Request): string | undefined | false {
  const claim = request.headers.get(CLAIM_HEADER) ?? undefined;
  return (claim?.length ?? 0) <= MAX_CLAIM_LENGTH && claim;
}
