import type { Plural } from '../plural.ts';
import { uploaderUnfinished } from './uploader-unfinished.ts';
import { uploaderZone } from './uploader-zone.ts';

/** What is said of several at once, by their number. */
const counts: Record<'added' | 'uploadedOf' | 'tooMany', Plural> = {
  added: { one: '{count} video added', other: '{count} videos added' },
  uploadedOf: { one: '{done} of {count} video uploaded', other: '{done} of {count} videos uploaded' },
  tooMany: { one: 'Only {count} video can be taken here.', other: 'Only {count} videos can be taken here.' },
};

/** The uploader's words. `{name}` stands for what is filled in. */
export const uploader = {
  ...uploaderZone,
  ...uploaderUnfinished,
  ...counts,
  start: 'Upload',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: 'Try again',
  another: 'Choose another',
  add: 'Add videos',
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  moveUp: 'Move up',
  moveDown: 'Move down',
  /** Said when a row has been moved. */
  moved: '{name}: place {place} of {count}',
  removed: '{name} was removed.',
  progressOf: 'Upload of {name}',
  total: 'All uploads',
  left: '{time} left',
  details: 'Details',
  chosen: 'Ready to upload',
  queued: 'Waiting for its turn',
  optimizing: 'Making it smaller',
  granting: 'Getting ready…',
  resumed: 'Going on where it stopped',
  elsewhere: 'Uploading in another tab',
  paused: 'Paused',
  offline: 'You are offline. It goes on when you are back.',
  network: 'The connection was lost. Trying again…',
  busy: 'The service is busy. Trying again…',
  anew: 'The service lost what was sent. Starting over…',
  /** Nothing about it could be kept for another visit. */
  fleeting: 'This browser cannot remember the upload. Please keep this page open.',
  /** It was to be made smaller before it left. */
  fullSize: 'This browser cannot make the video smaller. It is sent in full size.',
  restarted: 'It began anew: the service had lost what was sent.',
  processing: 'Uploaded. Getting it ready to play…',
  stored: 'Uploaded',
  playable: 'Ready to play',
  cancelled: 'The upload was cancelled.',
  noVideos: 'There are no videos in what was dropped.',
  fileEmpty: 'This file is empty. Please choose another.',
  fileTooLarge: 'This file is too large. Please choose a smaller one.',
  fileType: 'This kind of file cannot be used here. Please choose another.',
  fileRefused: 'This file cannot be used here. Please choose another.',
  fileGone: 'The file was moved or changed. Please choose it again.',
  videoTooLong: 'This video is too long. Please choose a shorter one.',
  videoTooShort: 'This video is too short. Please choose a longer one.',
  videoTooSmall: 'The picture of this video is too small. Please choose another.',
  videoTooLarge: 'The picture of this video is too large. Please choose another.',
  rightEnded: 'This page may not upload any more. Reload it and try again.',
  notSetUp: 'Uploading is not set up on this page yet.',
  processingFailed: 'No video could be made of this file. Please choose another.',
  failed: 'Something went wrong with this upload.',
};

export type UploaderWords = typeof uploader;
