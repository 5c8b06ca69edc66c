/** The last name in an address: what a server that says no more calls the thing. Nothing where there is none. */
export function nameInAddress(address: string): string | undefined {
  const name = new URL(address).pathname.split('/').findLast((step) => step !== '');
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
