import { parsePlayback, type Playback } from '../core/wire/playback.ts';
import { readRecord, readText } from '../core/wire/read-json.ts';
import { VhError } from '../core/errors/vh-error.ts';
import type { VhPlayer } from '../elements/player/vh-player.ts';
import type { EmbedOptions } from '../embed/embed-address.ts';
import type { PageSettings } from '../embed/page-settings.ts';

const OPEN_TIMEOUT_MS = 3_000;

/** The page's data beside the playback. */
export interface FoundPlayback {
  playback: Playback;
  /** False where the owner's theme forbids other pages to drive the player. */
  allowsApi: boolean;
  /** True where the server calls it public. */
  isPublic: boolean;
}

/** Puts a player on the page, and reports each playback that comes. */
export function addPlayer(
  options: EmbedOptions,
  settings: PageSettings,
  onPlayback: (found: FoundPlayback) => void,
): VhPlayer {
  const player = document.createElement('vh-player');
  configurePlayer(player, options, settings, onPlayback);
  document.body.append(player);
  return player;
}

/** Brings a player to what an address asks for. */
export function configurePlayer(
  player: VhPlayer,
  options: EmbedOptions,
  settings: PageSettings,
  onPlayback: (found: FoundPlayback) => void,
): void {
  // A page that drives the player wants its length and size before it plays.
  const isDriven = options.host !== undefined;
  const asks = settings.consent === true || options.consent;
  player.loadWhen = asks ? 'consent' : isDriven ? 'now' : 'visible';
  player.preload = isDriven ? 'auto' : 'none';
  player.muted = options.muted;
  player.loop = options.loop;
  player.autoplay = options.autoplay;
  player.withoutControls = options.hideControls || options.chromeless;
  // A player that asks first knows no title yet.
  const title = asks ? document.title : undefined;
  player.heading = options.hideTitle || options.chromeless ? '' : title;
  // An empty one comes before that of the playback, until the page that drives the player wants it shown.
  if (options.hidePoster) player.poster = '';
  else player.removeAttribute('poster');
  player.startTime = options.start;
  player.endTime = options.end;
  let written = settings.playback;
  let access = options.access;
  player.playback = async () => {
    const found = written
      ? { ...asWritten(written, settings), session: undefined }
      : await fetchPlayback(options.page, access, settings.swapsTokens === true);
    written = undefined;
    // A token that became a session is used up.
    if (found.session !== undefined) access = { ...access, avh: found.session };
    onPlayback(found);
    return playableHere(found.playback);
  };
}

function asWritten(playback: Playback, { isPublic, allowsApi }: PageSettings): FoundPlayback {
  return { playback, isPublic: isPublic === true, allowsApi: allowsApi !== false };
}

/** Leaves the file alone where a frame without an origin keeps HLS from beginning. */
async function playableHere(playback: Playback): Promise<Playback> {
  const isDoubtful = window.origin === 'null' && playback.mp4 !== undefined && playback.hls !== undefined;
  return isDoubtful && !(await canLoadMediaSource()) ? { ...playback, hls: undefined } : playback;
}

/**
 * True where a video element loads a `MediaSource` of this page. WebKit refuses that in a frame without an origin, where HLS
 * through script therefore never begins.
 */
async function canLoadMediaSource(): Promise<boolean> {
  if (typeof MediaSource !== 'function') return false;
  const source = new MediaSource();
  const media = document.createElement('video');
  const address = URL.createObjectURL(source);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = await new Promise<boolean>((resolve) => {
    source.addEventListener('sourceopen', () => resolve(true), { once: true });
    media.addEventListener('error', () => resolve(false), { once: true });
    timer = setTimeout(() => resolve(false), OPEN_TIMEOUT_MS);
    media.src = address;
  });
  clearTimeout(timer);
  URL.revokeObjectURL(address);
  media.removeAttribute('src');
  media.load();
  return isOpen;
}

async function fetchPlayback(
  page: string,
  access: Readonly<Record<string, string>>,
  isOwnSession: boolean,
): Promise<FoundPlayback & { session: string | undefined }> {
  const url = new URL(`${page}/playback`);
  for (const [name, value] of Object.entries(access)) url.searchParams.set(name, value);
  // The page that holds this one in a frame may have said what to load: nothing private is opened in its visitor's name.
  const isOnTop = window.top === window;
  const response = await fetch(url, {
    credentials: isOnTop || isOwnSession ? 'same-origin' : 'omit',
    headers: isOnTop ? { 'x-vh-request': '1' } : {},
  });
  if (!response.ok) {
    const details = { status: response.status };
    throw response.status === 404
      ? new VhError('not-found', 'There is no such playback.', details)
      : new VhError('network', `The playback was answered with ${String(response.status)}.`, details);
  }
  const from: unknown = await response.json();
  return {
    playback: parsePlayback(from),
    allowsApi: readRecord(from)?.['allowsApi'] !== false,
    isPublic: readRecord(from)?.['isPublic'] === true,
    session: readText(readRecord(from)?.['session']),
  };
}
