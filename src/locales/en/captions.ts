/** The captions picker's words. `{name}` stands for what is filled in. */
export const captions = {
  captions: 'Captions',
  off: 'Off',
};

export type CaptionsWords = typeof captions;
