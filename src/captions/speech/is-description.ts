/** True for a track that describes the picture: words to be read aloud, or sound, alone or mixed with the video's own. */
export function isDescription({ kind }: { readonly kind: string }): boolean {
  return kind === 'descriptions' || kind === 'main-desc';
}
