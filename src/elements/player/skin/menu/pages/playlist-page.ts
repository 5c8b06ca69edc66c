import type { PlayerWords } from '../../../../../locales/en/player.ts';
import { numberFormat } from '../../../../../locales/format/number-format.ts';
import { formatDuration } from '../../../format/format-time.ts';
import { playlistOf, type ListedEntry } from '../../../playlist/playlist-of.ts';
import type { SkinContext } from '../../context/control.ts';
import type { Choice, MenuPage } from './menu-page.ts';

/** The entries of the playlist: a press plays one. */
export function playlistPage(skin: SkinContext): MenuPage | undefined {
  const { host, words, locale, has, update } = skin;
  const playlist = playlistOf(host);
  if (!playlist || playlist.list.length < 2) return undefined;
  const shuffle: Choice = {
    ...{ label: words.shuffle, role: 'checkbox', isFirst: true, isChosen: host.shuffle },
    choose: () => {
      host.shuffle = !host.shuffle;
      update();
    },
  };
  const rows = playlist.list.map((entry): Choice => ({
    label: nameOfEntry(entry, words, locale),
    picture: entry.poster ?? '',
    detail: entry.isBroken ? words.unplayable : formatDuration(entry.duration ?? NaN),
    isChosen: entry.index === playlist.index,
    choose: () => {
      host.playlistIndex = entry.index;
      // A browser that refuses leaves the button to play.
      host.play().catch(() => {});
    },
  }));
  return {
    name: 'playlist',
    title: words.playlist,
    now: placeIn(playlist.index, rows.length, skin),
    choices: has('shuffle') ? [shuffle, ...rows] : rows,
    shown: () => playlist.look(),
  };
}

/** The title of an entry, else its number. */
export function nameOfEntry(
  { title, index }: Pick<ListedEntry, 'title' | 'index'>,
  words: PlayerWords,
  locale: string,
): string {
  return title || words.entryNumber.replace('{number}', numberFormat(locale).format(index + 1));
}

/** `2 / 5`. */
export function placeIn(index: number, count: number, { locale }: Pick<SkinContext, 'locale'>): string {
  const format = (value: number) => numberFormat(locale).format(value);
  return `${format(index + 1)} / ${format(count)}`;
}
