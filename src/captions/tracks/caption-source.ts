/** The members of a `TextTrack` that the engine uses. */
export interface CaptionSource {
  readonly kind: string;
  readonly language: string;
  readonly label: string;
  mode: 'disabled' | 'hidden' | 'showing';
}
