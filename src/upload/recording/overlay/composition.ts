/** One picture of two: the track that has it. */
export interface Composition {
  readonly track: MediaStreamTrack;
  close: () => void;
}

/** A picture that can be drawn. */
export interface Picture {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Draws both into one picture. */
export type Paint = (
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  screen: Picture | undefined,
  camera: Picture | undefined,
) => void;
