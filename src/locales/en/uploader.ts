import type { Plural } from '../format/plural.ts';
import { uploaderUnfinished } from './uploader-unfinished.ts';
import { uploaderZone } from './uploader-zone.ts';

/** The texts about several at once, by their number. */
const counts: Record<'added' | 'uploadedOf' | 'tooMany', Plural> = {
  added: { one: '{count} video added', other: '{count} videos added' },
  uploadedOf: { one: '{done} of {count} video uploaded', other: '{done} of {count} videos uploaded' },
  tooMany: { one: 'You can add only {count} video here.', other: 'You can add only {count} videos here.' },
};

/** The uploader's words. `{name}` is a placeholder. */
export const uploader = {
  ...uploaderZone,
  ...uploaderUnfinished,
  ...counts,
  start: 'Upload',
  pause: 'Pause',
  resume: 'Resume',
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
  /** Every byte has left, and the service has not answered yet. */
  finishing: 'Finishing…',
  /** The same file was chosen a second time; {name} is one name or several. */
  alreadyListed: 'Already in the list: {name}',
  /** As this browser remembers: the service may not have it any more. {date} is a day. */
  duplicate: 'You uploaded this video on {date}.',
  uploadAgain: 'Upload it again',
  leaveOut: 'Leave it out',
  duplicates: 'Videos that you uploaded before: {count}',
  uploadAllAgain: 'Upload all again',
  leaveAllOut: 'Leave all out',
  /** Why a form cannot be sent. */
  duplicateOpen: 'You uploaded a video before. Please upload it again or leave it out.',
  /** Bytes, and the unit only once: "3.5 of 35 MB". */
  sentOf: '{sent} of {total}',
  /** While it waits: the bytes that the service has for certain. */
  storedOf: '{sent} of {total} stored',
  undo: 'Undo',
  reload: 'Reload the page',
  details: 'Details',
  chosen: 'Ready to upload',
  queued: 'Waiting for its turn',
  optimizing: 'Making the file smaller',
  granting: 'Getting ready…',
  resumed: 'Continuing where it stopped',
  elsewhere: 'Uploading in another tab',
  paused: 'Paused',
  offline: "Uploading resumes when you're online.",
  network: 'The connection was lost. Trying again…',
  /** The same before anything was sent: there may never have been a connection. */
  noConnection: 'No connection. Trying again…',
  busy: 'The service is busy. Trying again…',
  restart: 'The server lost earlier data. Starting over…',
  /** Nothing about it could be kept for another visit. */
  fleeting: 'This browser cannot remember the upload. Please keep this page open.',
  /** It was to be made smaller before it left. */
  fullSize: 'This browser cannot make the video smaller. It is sent in full size.',
  restarted: 'Upload restarted: the server lost earlier data.',
  processing: 'Uploaded. Getting it ready to play…',
  stored: 'Uploaded',
  playable: 'Ready to play',
  cancelled: 'The upload was cancelled.',
  noVideos: 'The folder has no videos.',
  fileEmpty: 'This file is empty. Please choose another.',
  fileTooLargeBy: 'This file is {size}. The limit is {limit}.',
  fileTooLarge: 'This file is too large. Please choose a smaller one.',
  fileNotVideo: 'Please choose a video, such as MP4 or MOV.',
  fileType: 'This kind of file cannot be used here. Please choose another.',
  fileRefused: 'This file cannot be used here. Please choose another.',
  fileGone: 'The file was moved or changed. Please choose it again.',
  videoTooLong: 'This video is too long. Please choose a shorter one.',
  videoTooShort: 'This video is too short. Please choose a longer one.',
  videoTooSmall: 'The picture of this video is too small. Please choose another.',
  videoTooLarge: 'The picture of this video is too large. Please choose another.',
  notAllowed: 'You may not upload here. Sign in, then try again.',
  rightEnded: 'Your upload session has ended. Reload the page.',
  notSetUp: 'Uploading is not set up on this page yet.',
  processingFailed: "We couldn't read this file as a video.",
  /** The service has other bytes than the file: the upload begins anew. */
  checksumMismatch: 'The file was damaged on its way. Please try again.',
  notCut: 'This video could not be cut. Change or reset the cut, then try again.',
  retryAll: 'Try all again',
  removeRefused: 'Remove unusable files',
  refusedCount: 'Cannot be used: {count}',
  /** Said when so many are removed at once that their names would talk over everything else. */
  removedCount: 'Removed: {count}',
  /** Chooses which files of many are shown, by what has become of them. */
  filter: 'Show',
  showAll: 'All: {count}',
  showFailed: 'Failed: {count}',
  showUnfinished: 'In progress: {count}',
  showDone: 'Uploaded: {count}',
  /** Takes the rows of stored videos out of view; the videos stay. */
  clearDone: 'Hide uploaded',
  videoTooLongBy: 'This video is {time} long. The limit is {limit}.',
  videoTooShortBy: 'This video is {time} long. At least {limit} is needed.',
  videoTooSmallBy: 'The picture is {size}. At least {limit} is needed.',
  videoTooLargeBy: 'The picture is {size}. The limit is {limit}.',
  /** The service has said how long; {time} counts down. */
  busyFor: 'The service is busy. Trying again in {time}.',
  tryNow: 'Try now',
  /** Files that were made smaller before sending. */
  saved: 'Made {percent} smaller',
  unreachable: 'The service could not be reached. Sent data is kept.',
  /** A form whose button was pressed before the upload was stored. */
  formWaits: 'The form will be sent as soon as the upload is done.',
  /** Stops the form from being sent. */
  formHold: 'Don’t send yet',
  formNotSent: 'The form was not sent: the upload failed.',
  failed: 'Something went wrong with this upload.',
  /** Opens what an author says of a film, its captions and so on. */
  edit: 'Edit details',
};

export type UploaderWords = typeof uploader;
