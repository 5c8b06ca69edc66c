/** A request with bytes of a part, as the service saw it. Times are milliseconds since 1970. */
export interface SentPart {
  /** The part's number; parts have one size. */
  readonly part: number;
  readonly at: number;
  readonly until: number;
  /** Bytes of the file that arrived. */
  readonly bytes: number;
}

/** A change of page: what is sent until `until` may be the old page's, what is sent from `from` on the next one's. */
export interface ChangeOfPage {
  readonly from: number;
  readonly until: number;
}

/** What was sent again because of the changes of page. */
export interface SentAgain {
  /** For each change, the parts of which bytes had arrived that came again. */
  readonly byChange: readonly number[];
  /** Parts that were sent again before any change. */
  readonly beforeAny: number;
}

/**
 * Judges each part that came again: the change after its earlier request is why; else the one before it, whose page took it from the
 * worker.
 */
export function sentAgain(all: readonly SentPart[], changes: readonly ChangeOfPage[]): SentAgain {
  const byChange = changes.map(() => 0);
  let beforeAny = 0;
  const last = new Map<number, SentPart>();
  for (const sent of [...all].sort((one, other) => one.at - other.at)) {
    const before = last.get(sent.part);
    last.set(sent.part, sent);
    if (!before || before.bytes === 0) continue;
    const between = changes.findIndex(({ from, until }) => before.at <= until && sent.at >= from);
    const why = between >= 0 ? between : changes.findLastIndex(({ from }) => from <= sent.at);
    if (why < 0) beforeAny++;
    else byChange[why] = (byChange[why] ?? 0) + 1;
  }
  return { byChange, beforeAny };
}

/** The requests that were under way at the same time, at most. */
export function mostAtOnce(all: readonly SentPart[]): number {
  return Math.max(
    0,
    ...all.map(({ at }) => all.filter((other) => other.at <= at && other.until > at).length),
  );
}
