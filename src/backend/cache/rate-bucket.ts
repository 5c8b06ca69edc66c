/** Limits how often one subject gets a grant. Provide your own if several servers share one site. */
export interface RateBucket {
  /** Takes one grant from the subject's bucket. Returns 0, or the seconds until there is one. */
  take: (subject: string) => number | Promise<number>;
}

/** The size of a bucket, and how fast it refills. */
export interface RateBucketOptions {
  /** Grants at once. */
  burst: number;
  /** Grants per minute after that. */
  perMinute: number;
  /** Subjects that the bucket remembers. It forgets the one that was idle longest. Default: 10,000. */
  mostSubjects?: number;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
}

/** Creates a rate bucket in this process. */
export function createRateBucket(options: RateBucketOptions): RateBucket {
  const { burst, perMinute, mostSubjects = 10_000, now = () => performance.now() } = options;
  const interval = 60_000 / perMinute;
  // When each subject's bucket will be full again: one number says how many are in it.
  const fullAt = new Map<string, number>();
  return {
    take: (subject) => {
      const time = now();
      const next = fullAgain(fullAt.get(subject), time, burst, interval);
      const wait = next - time - (burst - 1) * interval;
      // A hair's breadth is the arithmetic's, not the visitor's.
      if (wait > 1e-6) return Math.ceil(wait / 1000);
      fullAt.delete(subject);
      fullAt.set(subject, next + interval);
      for (const quiet of fullAt.keys()) {
        if (fullAt.size <= mostSubjects) break;
        fullAt.delete(quiet);
      }
      return 0;
    },
  };
}

/**
 * When a bucket will be full again, as `stored` says. A later time than a whole bucket takes was written before the clock
 * was set back, and would lock the bucket until then: one is left in such a bucket.
 */
export function fullAgain(stored: number | undefined, now: number, burst: number, interval: number): number {
  const full = Math.max(stored ?? now, now);
  return full > now + burst * interval + 1 ? now + (burst - 1) * interval : full;
}
