/** Which function of the site each failure came from. */
const failures = new WeakMap<object, string>();

/** Runs a function of the site, and remembers its name with what it throws: the log says where to look. */
export async function runSiteCode<Value>(name: string, run: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (typeof error === 'object' && error !== null) failures.set(error, name);
    throw error;
  }
}

/** The function of the site that threw this; undefined for the library's own errors. */
export function siteFunctionOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? failures.get(error) : undefined;
}
