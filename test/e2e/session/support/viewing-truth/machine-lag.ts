/** Milliseconds between the ticks of a thread that does nothing else. */
const TICK_MS = 10;
const TICKING = `let last = performance.now(), longest = 0;
setInterval(() => {
  const now = performance.now();
  if (now - last > longest) postMessage(longest = now - last);
  last = now;
}, ${String(TICK_MS)});`;

/**
 * How long the machine kept a thread waiting that only ticks. Nothing that the page itself does makes it late: a long tick
 * means that the machine had no processor for this browser.
 */
export class MachineLag {
  /** The longest delay since `begin`, in milliseconds. */
  longest = 0;

  begin(): void {
    const worker = new Worker(URL.createObjectURL(new Blob([TICKING])));
    worker.onmessage = ({ data }: MessageEvent<number>) => (this.longest = Math.max(0, data - TICK_MS));
  }
}
