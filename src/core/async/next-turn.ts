/** Resolves after events that wait. Timers would not do: browsers stretch those of nested work to 4 ms each. */
export function nextTurn(): Promise<unknown> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<unknown> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(undefined);
  });
}
