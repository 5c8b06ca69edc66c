/** The words of the menu of captions, loaded on demand. `{name}` is a placeholder. */
export const captionsMenu = {
  auto: 'Automatic',
  autoWhen: 'When muted, or in a language you do not read',
  aloud: 'Read captions aloud',
  translated: 'Automatic translation',
  translating: 'Downloading the translation: {share}',
  notTranslated: 'The translation did not work. Try again',
  second: 'Second language',
  secondNow: 'Second language: {name}',
  search: 'Find a language',
  noMatch: 'No such language',
  openFile: 'Open a captions file…',
  unreadable: 'No captions could be read from this file.',
  delay: 'Caption delay',
  delayNow: 'Caption delay: {time}',
  later: 'Later by {time}',
  earlier: 'Earlier by {time}',
  noDelay: 'No delay',
  style: 'Caption style',
  back: 'Back',
};

export type CaptionsMenuWords = typeof captionsMenu;
