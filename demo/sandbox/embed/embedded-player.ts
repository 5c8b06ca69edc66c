import type { EmbedOptions } from './embed-options.ts';

/** What this page uses of `<vh-player>`: a video element, and a few things besides. */
export interface EmbeddedPlayer extends HTMLVideoElement {
  readonly media: HTMLVideoElement;
  playback: (() => Promise<unknown>) | undefined;
  heading: string | undefined;
  startTime: number | undefined;
  endTime: number | undefined;
  loadWhen: string | undefined;
  withoutControls: boolean;
}

/** What the sandbox tells of a video or live stream; the player reads the rest of it by itself. */
export interface EmbedPlayback {
  mp4?: string;
  poster?: string;
  theme?: EmbedTheme;
  /** What the token of a private page became. */
  session?: string;
}

/** Those parts of a player theme that come to bear here. */
export interface EmbedTheme {
  trackPlayed: string;
  enableApi: boolean;
  enableControls: boolean;
  forceAutoplay: boolean;
  forceLoop: boolean;
  hideTitle: boolean;
  logo: string | null;
  link: string | null;
}

/** Puts a player on the page, and tells of its theme once that is known. */
export function addPlayer(
  options: EmbedOptions,
  onPlayback: (playback: EmbedPlayback) => void,
): EmbeddedPlayer {
  const element: HTMLElement = document.createElement('vh-player');
  const player = element as EmbeddedPlayer;
  configurePlayer(player, options, onPlayback);
  document.body.append(player);
  return player;
}

/** Brings a player to what an address asks for. */
export function configurePlayer(
  player: EmbeddedPlayer,
  options: EmbedOptions,
  onPlayback: (playback: EmbedPlayback) => void,
): void {
  player.loadWhen = 'now';
  // Whoever drives the player from outside wants to know its length and size before it plays.
  player.preload = 'auto';
  player.muted = options.muted;
  player.loop = options.loop;
  player.autoplay = options.autoplay;
  player.withoutControls = options.hideControls || options.chromeless;
  player.heading = options.hideTitle || options.chromeless ? '' : undefined;
  player.startTime = options.start;
  player.endTime = options.end;
  let { session } = options;
  player.playback = async () => {
    // Asked once more, the token is used up.
    const playback = await fetchPlayback({ ...options, session });
    session = playback.session ?? session;
    onPlayback(playback);
    return options.hidePoster ? { ...playback, poster: undefined } : playback;
  };
}

/** Lets a theme come to bear; colours and addresses are looked at first, whoever wrote them. */
export function applyTheme(player: EmbeddedPlayer, theme: Partial<EmbedTheme>): void {
  const { trackPlayed } = theme;
  if (trackPlayed !== undefined && CSS.supports('color', trackPlayed)) {
    player.style.setProperty('--vh-accent', trackPlayed);
  }
  if (theme.enableControls === false) player.withoutControls = true;
  if (theme.hideTitle === true) player.heading = '';
  if (theme.forceLoop === true) player.loop = true;
  if (theme.forceAutoplay === true) player.autoplay = true;
  if (typeof theme.logo === 'string') showLogo(theme.logo, theme.link ?? undefined);
}

function showLogo(source: string, link: string | undefined): void {
  document.querySelector('.logo')?.remove();
  const image = document.createElement('img');
  image.src = source;
  image.alt = '';
  const frame = document.createElement(isHttp(link) ? 'a' : 'span');
  frame.className = 'logo';
  if (frame instanceof HTMLAnchorElement && link !== undefined) {
    frame.href = link;
    frame.target = '_blank';
    frame.rel = 'noopener noreferrer';
    image.alt = new URL(link).hostname;
  }
  frame.append(image);
  document.body.append(frame);
}

function isHttp(link: string | undefined): boolean {
  return link !== undefined && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}

async function fetchPlayback({ kind, id, token, session }: EmbedOptions): Promise<EmbedPlayback> {
  const url = new URL(`../${kind}/${id}/playback`, location.href);
  if (token !== undefined) url.searchParams.set('token', token);
  if (session !== undefined) url.searchParams.set('avh', session);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the playback was answered with ${response.status}`);
  return (await response.json()) as EmbedPlayback;
}
