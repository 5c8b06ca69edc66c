// The script of a page that runs hand-overs one after the other: bench/playback/play-hand-over.ts.
import { drawRun, runHandOver, type HandOverResult } from '../../../test/playback/support/hand-over-run.ts';

/** What a run has shown, and the media that it fetched. */
export type PageHandOver = HandOverResult & { media: string[] };

declare global {
  interface Window {
    runHandOver: (seed: number) => Promise<PageHandOver>;
  }
}

window.runHandOver = async (seed) => {
  performance.clearResourceTimings();
  const result = await runHandOver(drawRun(seed));
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return { ...result, media: urls.filter((url) => /^\/media\/.*\.(?:m4s|mp4|ts)$/.test(url)) };
};
