/** One delivery, whatever package made it. */
export interface Collected {
  /** The collector's name of the viewing, or the package's where it has one of its own. */
  session: string | undefined;
  facts: CollectedFact[];
}

/** A fact of a viewing that every package has a word for. */
export interface CollectedFact {
  type: 'play' | 'pause' | 'seeked' | 'ended';
  /** The same for a fact that was sent twice. */
  identity: string;
}

interface Body {
  session?: { session_id?: string; viewing_id?: string };
  viewing?: { id?: string };
  events?: Record<string, unknown>[];
}

/** Types of the packages' events, in the words of media elements. */
const FACTS: Readonly<Partial<Record<string, CollectedFact['type']>>> = {
  'play': 'play',
  'resume': 'play',
  'pause': 'pause',
  'seek.forward': 'seeked',
  'seek.backward': 'seeked',
  'seeked': 'seeked',
  'end': 'ended',
  'ended': 'ended',
};

/** Reads a body of any of the packages. */
export function readCollected(text: string): Collected {
  const { session, viewing, events = [] } = JSON.parse(text) as Body;
  const own = viewing?.id ?? session?.viewing_id;
  const named = events.map(({ xid }) => xid).find((xid) => typeof xid === 'string');
  return {
    session: own ?? session?.session_id ?? named,
    facts: events.flatMap((event) => {
      const type = FACTS[String(event['type'] ?? event['e'])];
      return type ? [{ type, identity: identityOf(event, own) }] : [];
    }),
  };
}

/** mux-embed numbers its events, this library too; the others have the moment. */
function identityOf(event: Record<string, unknown>, viewing: string | undefined): string {
  const number = event['id'] ?? event['seq'];
  if (number !== undefined) return `${viewing ?? ''} ${JSON.stringify(number)}`;
  return JSON.stringify(event);
}

/** How many facts of the first list the second one has, in order. */
export function inOrder(expected: readonly string[], found: readonly string[]): number {
  let before = found.map(() => 0);
  for (const fact of expected) {
    const row: number[] = [];
    for (const [at, other] of found.entries()) {
      const diagonal = at > 0 ? (before[at - 1] ?? 0) : 0;
      row.push(fact === other ? diagonal + 1 : Math.max(before[at] ?? 0, row[at - 1] ?? 0));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
