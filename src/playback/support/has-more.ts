/** Seconds: less is not worth playing. */
const LEAST_S = 0.1;

/** True when a video has something to play from where it is, with nothing more to come. */
export function hasMore({ error, buffered, currentTime }: HTMLMediaElement): boolean {
  const isWithin = (at: number) =>
    buffered.start(at) <= currentTime && buffered.end(at) > currentTime + LEAST_S;
  return !error && [...Array(buffered.length).keys()].some(isWithin);
}
