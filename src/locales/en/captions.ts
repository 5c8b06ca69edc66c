/** The captions picker's words. `{name}` is a placeholder. */
export const captions = {
  captions: 'Captions',
  /** The button's name for a screen reader, with the present choice. */
  current: 'Captions: {name}',
  off: 'Off',
  /** On the button when the player has none. */
  none: 'No captions',
};

export type CaptionsWords = typeof captions;
