import { ChapterList } from '../../captions/chapter-list.ts';
import type { WrittenChapter } from '../../captions/chapters.ts';

const lists = new WeakMap<HTMLElement, ChapterList>();

/** The chapters of a player, which tells of each change: those that its page has written, else those of its tracks. */
export function listChapters(
  player: HTMLElement & { readonly media: HTMLVideoElement },
  written: readonly WrittenChapter[] | undefined,
): ChapterList {
  const tell = () => player.dispatchEvent(new Event('vh-chapter-change'));
  const list = lists.get(player) ?? new ChapterList(player.media, tell);
  lists.set(player, list);
  list.write(written);
  return list;
}
