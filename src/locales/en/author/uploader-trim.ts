/** The words of the place where an author cuts a film. `{name}` is a placeholder. */
export const uploaderTrim = {
  titleOf: 'Cut {name}',
  start: 'Start',
  end: 'End',
  kept: '{length} of {total}',
  play: 'Play what remains',
  pause: 'Pause',
  reset: 'Reset',
};

export type UploaderTrimWords = typeof uploaderTrim;
