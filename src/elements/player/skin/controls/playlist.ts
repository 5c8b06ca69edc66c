import { nothing, type TemplateResult } from 'lit';
import { listIcon, shuffleIcon } from '../../../styling/icons.ts';
import { playlistOf } from '../../playlist/playlist-of.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import { placeIn } from '../menu/pages/playlist-page.ts';

/** Lists the entries of the playlist. */
export class PlaylistControl implements Control {
  readonly name = 'playlist';
  readonly place = 'end';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { host, words, openSettings, toggleSettings } = this.#skin;
    const playlist = playlistOf(host);
    if (!playlist || !hasEntries(host)) return nothing;
    const place = placeIn(playlist.index, playlist.list.length, this.#skin);
    return controlButton({
      name: 'playlist',
      icon: listIcon,
      label: words.playlistNow.replace('{place}', place),
      hint: words.playlist,
      act: () => toggleSettings('playlist'),
      expanded: openSettings === 'playlist',
    });
  }

  follow(signal: AbortSignal): void {
    this.#skin.host.addEventListener('vh-playlist-change', this.#skin.update, { signal });
  }
}

/** Plays the entries of the playlist in another order, each once. */
export class ShuffleControl implements Control {
  readonly name = 'shuffle';
  readonly place = 'end';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { host, words } = this.#skin;
    if (!hasEntries(host)) return nothing;
    return controlButton({
      name: 'shuffle',
      icon: shuffleIcon,
      label: words.shuffle,
      act: () => (host.shuffle = !host.shuffle),
      pressed: host.shuffle,
    });
  }
}

function hasEntries({ playlist }: SkinContext['host']): boolean {
  return playlist !== undefined && playlist.length > 1;
}
