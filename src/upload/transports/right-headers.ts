import type { Grant } from '../../core/grant.ts';

/** What a wire shows of its right with each request, where the token does not stand in the address. */
export function rightHeaders({ headers, token }: Pick<Grant, 'headers' | 'token'>): Record<string, string> {
  return { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
}
