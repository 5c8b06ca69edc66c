import type { Grant, Playback } from 'vh-elements';
import { addressOf, ask, service } from './api.ts';

/** Loads the elements of the installed package, once; `false` where it has not been built. */
export function loadElements(): Promise<boolean> {
  loading ??= import(addressOf('_sandbox/assets/elements/vh-elements.js')).then(
    () => true,
    () => false,
  );
  return loading;
}

let loading: Promise<boolean> | undefined;

/** A player of a video or a live stream, private or not; `theme` is laid over that of its own. */
export function playerOf(path: string, theme?: () => Record<string, unknown>): HTMLElement {
  const player = document.createElement('vh-player');
  // Each time: the token of a private one is used up by the first playback.
  player.playback = async () => {
    const { assets } = await ask<{ assets: { player: string } }>('GET', service(path));
    const { pathname, search } = new URL(assets.player);
    const response = await fetch(addressOf(`${pathname}/playback${search}`));
    if (!response.ok) throw new Error('There is nothing to play.');
    const playback = (await response.json()) as Playback;
    return theme ? { ...playback, theme: theme() } : playback;
  };
  player.setAttribute('load', 'visible');
  // Insights want what only the second format tells.
  player.setAttribute('collector-format', 'v1 vh');
  return player;
}

/** A form that uploads videos: each gets a token of its own, good for an hour and for that video. */
export function uploaderOf(): HTMLElement {
  const uploader = document.createElement('vh-uploader');
  uploader.setAttribute('multiple', '');
  uploader.grant = async (_reason, { file, videoId: known }) => {
    const videoId =
      known ?? (await ask<{ videoId: string }>('POST', service('/videos'), { title: file.name })).videoId;
    const body = { ttl: 3600, videoId };
    const { token } = await ask<{ token: string }>('POST', service('/upload-tokens'), body);
    return { protocol: 'parts', url: addressOf('upload'), token, videoId } satisfies Grant;
  };
  return uploader;
}
