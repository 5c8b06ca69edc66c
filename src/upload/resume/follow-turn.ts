import type { ResumeWorld } from './resume-world.ts';
import { followNews, type TabNews } from './tab-news.ts';
import { awaitTurn, type EndTurn } from './tab-turn.ts';

/** Who follows, and what it is told. */
export interface Follower {
  world: Pick<ResumeWorld, 'locks' | 'channel'>;
  signal: AbortSignal;
  /** Another tab has the turn: how far it is. */
  onFollow: (news: TabNews) => void;
}

/** Follows the tab that has the turn of that name until it is this one's: with the last that it said. */
export async function followTurn(
  name: string,
  { world, signal, onFollow }: Follower,
): Promise<{ endTurn: EndTurn; last: TabNews | undefined }> {
  const over = new AbortController();
  let last: TabNews | undefined;
  const hear = (news: TabNews) => {
    last = news;
    onFollow(news);
  };
  onFollow({ sent: 0 });
  followNews(world.channel(name), hear, AbortSignal.any([signal, over.signal]));
  try {
    return { endTurn: await awaitTurn(world.locks, name, signal), last };
  } finally {
    over.abort();
  }
}
