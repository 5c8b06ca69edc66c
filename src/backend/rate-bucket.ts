/** Decides how often one subject may ask for grants. Bring your own where several servers share one site. */
export interface RateBucket {
  /** Takes one grant out of the subject's bucket: 0 when there was one, else the seconds until there is. */
  take: (subject: string) => number | Promise<number>;
}

/** How large a bucket is, and how fast it fills again. */
export interface RateBucketOptions {
  /** How many grants at once. */
  burst: number;
  /** How many a minute after that. */
  perMinute: number;
  /** How many subjects are kept in mind; whoever was quiet for longest is forgotten first. */
  mostSubjects?: number;
  /** Milliseconds on a clock that never jumps. */
  now?: () => number;
}

/** A bucket in this process's memory. */
export function createRateBucket(options: RateBucketOptions): RateBucket {
  const { burst, perMinute, mostSubjects = 10_000, now = () => performance.now() } = options;
  const interval = 60_000 / perMinute;
  // When each subject's bucket will be full again: one number says how many are in it.
  const fullAt = new Map<string, number>();
  return {
    take: (subject) => {
      const time = now();
      const next = Math.max(fullAt.get(subject) ?? time, time);
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
