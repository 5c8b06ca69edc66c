import type { OpenIFrames } from '../../../../playback/stream/stream.ts';

/** CSS pixels: wider is no help, and in a lower player the picture would lie under its buttons. */
const MAX_WIDTH_PX = 240;
const MIN_PLAYER_HEIGHT_PX = 150;
/** Parts of the player that a picture may cover. */
const MAX_WIDTH_PART = 0.4;
const MAX_HEIGHT_PART = 0.4;

export interface Size {
  width: number;
  height: number;
}

/** Where preview pictures come from: the address of a storyboard, or the I-frames of the stream. */
export type PreviewSource = string | OpenIFrames;

/** The preview pictures of one source. */
export interface Preview {
  readonly source: PreviewSource;
  /** Shows the picture of a second in a frame, as large as a player of that size has room for. */
  show: (frame: HTMLElement, seconds: number, player: Size) => void;
  /** The preview is hidden, for now or for good. */
  rest: () => void;
  /** Ends what it loads. */
  release: () => void;
}

/** The room that a player of that size has for a picture; nothing where it has none. */
export function fitPreview(picture: Size, player: Size): Size | undefined {
  if (player.height < MIN_PLAYER_HEIGHT_PX) return undefined;
  const scale = Math.min(
    Math.min(MAX_WIDTH_PX, player.width * MAX_WIDTH_PART) / picture.width,
    (player.height * MAX_HEIGHT_PART) / picture.height,
  );
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}
