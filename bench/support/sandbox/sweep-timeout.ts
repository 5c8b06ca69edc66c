/** A step that takes longer hangs. */
const HANG_TIMEOUT_MS = 60_000;

/** What a step comes to, or that it hangs. */
export async function withSweepTimeout<Outcome>(step: Promise<Outcome>): Promise<Outcome | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve('it hangs');
    }, HANG_TIMEOUT_MS);
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}
