import type { Plural } from '../../format/plural.ts';

/** The texts about several at once, by their number. */
const counts: Record<'lines' | 'unread', Plural> = {
  lines: { one: '{count} line', other: '{count} lines' },
  unread: { one: '{count} line could not be read', other: '{count} lines could not be read' },
};

/** The words of an author's captions. `{name}` is a placeholder. */
export const uploaderCaptions = {
  ...counts,
  titleOf: 'Captions of {name}',
  add: 'Add captions',
  language: 'Language',
  send: 'Add',
  replace: 'Replace',
  cancel: 'Cancel',
  remove: 'Remove',
  makeDefault: 'Show by default',
  isDefault: 'Shown by default',
  reading: 'Reading the file…',
  sending: 'Saving…',
  added: 'Captions added: {language}',
  replaced: 'Captions replaced: {language}',
  removed: 'Captions removed: {language}',
  defaultIs: 'Shown by default: {language}',
  notCaptions: 'There are no captions in this file. Please choose a WebVTT, SubRip or TTML file.',
  tooLarge: 'This file is too large. Please choose a smaller one.',
  noLanguage: 'Captions in this language cannot be saved here. Please choose another.',
  refused: 'You cannot change the captions of this video.',
  failed: 'The captions were not saved. Please try again.',
};

export type UploaderCaptionsWords = typeof uploaderCaptions;
