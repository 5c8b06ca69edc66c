/** The address with CMCD at the end of its query. All that was there stays as it was written: it may be signed. */
export function withCmcd(url: string, cmcd: string): string {
  const [address = '', ...hash] = url.split('#');
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${joint}CMCD=${encodeURIComponent(cmcd)}`, ...hash].join('#');
}

/** The address without CMCD, as it was before: a server that redirects may have kept the query. */
export function withoutCmcd(url: string): string {
  return url.replace(/([?&])CMCD=[^&#]*(&?)/, (_all, joint: string, next: string) => (next ? joint : ''));
}
