import type { Playback } from '../../core/wire/playback.ts';
import type { PlaybackAddresses } from './playback.ts';

/** A playback as browsers get it: every address one that they reach. */
export function publishPlayback(playback: Playback, { toPublic, collector }: PlaybackAddresses): Playback {
  const shown = (url: string | undefined) => (url === undefined ? undefined : toPublic(url));
  const each = <Item extends { src: string }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, src: toPublic(item.src) }));
  const { theme } = playback;
  return {
    ...playback,
    hls: shown(playback.hls),
    mp4: shown(playback.mp4),
    poster: shown(playback.poster),
    storyboard: shown(playback.storyboard),
    playlists: playback.playlists.map(({ url, text }) => {
      const from = new URL(url).origin;
      const to = new URL(toPublic(url)).origin;
      return { url: toPublic(url), text: from === to ? text : text.replaceAll(from, to) };
    }),
    captions: each(playback.captions),
    chapters: each(playback.chapters),
    theme: theme?.logo ? { ...theme, logo: { ...theme.logo, src: toPublic(theme.logo.src) } } : theme,
    collector,
  };
}
