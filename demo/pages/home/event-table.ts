interface FeedEvent {
  sessionId: string;
  type: string;
  emittedAt: string;
  at?: number;
  from?: number;
  to?: number;
}

const POLL_INTERVAL_MS = 2000;

/** Keeps the table at the newest events of a video, while anybody looks; returns what ends it. */
export function showEvents(videoId: string): () => void {
  const ended = new AbortController();
  const ask = async () => {
    if (document.hidden) return;
    try {
      const response = await fetch(`demo/events?video=${videoId}`, { signal: ended.signal });
      render((await response.json()) as FeedEvent[]);
    } catch {
      // The server is away or another video is watched: the next round shows it.
    }
  };
  render([]);
  const timer = setInterval(() => void ask(), POLL_INTERVAL_MS);
  ended.signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
  void ask();
  return () => {
    ended.abort();
  };
}

function render(events: FeedEvent[]): void {
  document.querySelector('#events')?.replaceChildren(...events.slice(0, 8).map(row));
  document.querySelector('#no-events')?.toggleAttribute('hidden', events.length > 0);
}

function row(event: FeedEvent): HTMLTableRowElement {
  const tr = document.createElement('tr');
  const where =
    event.from === undefined ? clock(event.at ?? 0) : `${clock(event.from)} → ${clock(event.to ?? 0)}`;
  for (const text of [event.type, where, new Date(event.emittedAt).toLocaleTimeString()]) {
    const td = document.createElement('td');
    td.textContent = text;
    tr.append(td);
  }
  return tr;
}

function clock(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
