/** The transcript's words. `{at}` and the like are placeholders. */
export const transcript = {
  title: 'Transcript',
  search: 'Search the transcript',
  matchOf: '{at} of {count}',
  noMatch: 'No matches',
  nextMatch: 'Next match',
  previousMatch: 'Previous match',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: "The text couldn't be copied.",
  download: 'Download as {format}',
  follow: 'Follow the video',
  none: 'There is no transcript.',
  waiting: 'Loading',
  failed: 'The transcript could not be read.',
};

export type TranscriptWords = typeof transcript;
