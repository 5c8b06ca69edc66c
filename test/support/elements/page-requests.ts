import { until } from '../until.ts';

/**
 * What this page asked its server for, oldest first: path and query. `under` leaves the addresses that begin so. The
 * server answers (request-log.mjs): the browser's resource timing has a limit and leaves requests out.
 */
export async function requested(under = '/'): Promise<string[]> {
  const response = await fetch(`/requests?${new URLSearchParams({ under }).toString()}`);
  return (await response.json()) as string[];
}

/** True when the page asked for an address that holds `part`. */
export async function hasRequested(part: string): Promise<boolean> {
  return (await requested()).some((address) => address.includes(part));
}

/** True when the page loaded a module of the repository. One that is not there is a mistake of the test. */
export async function hasLoaded(module: string): Promise<boolean> {
  const path = `/${module}`;
  if (!(await fetch(`${path}?exists`)).ok) throw new TypeError(`There is no ${module}.`);
  return (await requested(path)).includes(path);
}

/** Resolves once the page asked for an address that holds `part`. */
export async function untilRequested(part: string): Promise<void> {
  let seen: string[] = [];
  await until(
    async () => (seen = await requested()).some((address) => address.includes(part)),
    () => ({ part, seen }),
  );
}
