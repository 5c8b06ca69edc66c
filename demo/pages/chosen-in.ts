/** What a visitor has chosen in a form of words: no files. */
export const chosenIn = (form: HTMLFormElement): Map<string, string> =>
  new Map([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
