/** The real clock, also where a test puts a clock of its own in its place. */
const now = performance.now.bind(performance);
const isPage = 'requestAnimationFrame' in globalThis;
/** In a page, below the runner's limit for a test, which ends a wait without naming the condition. */
const WAIT_LIMIT_MS = isPage ? 17_000 : 60_000;

const { setTimeout: realTimeout } = globalThis;

/**
 * The next frame of a page, or the next turn of Node's event loop. Firefox may draw no more frames of a window that
 * another one covers: then a page's turn comes by the clock.
 */
const nextTurn = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (!isPage) return void setImmediate(resolve);
    requestAnimationFrame(resolve);
    realTimeout(resolve, 100);
  });

/** Resolves once the condition holds; `shown` adds to the complaint when it never does. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  shown: () => unknown = () => undefined,
): Promise<void> {
  const start = now();
  while (!(await condition())) {
    if (now() - start > WAIT_LIMIT_MS) {
      throw new Error(`Waited in vain for ${String(condition)}; there was ${JSON.stringify(shown())}`);
    }
    await nextTurn();
  }
}

/** Lets everything run that is due: for what must not happen. */
export async function settled(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
}
