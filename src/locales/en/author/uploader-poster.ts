/** The words of the picture that shows before a film plays. `{name}` is a placeholder. */
export const uploaderPoster = {
  titleOf: 'Picture of {name}',
  label: 'Picture',
  hint: 'Shows before the video plays.',
  offered: 'Picture at {time}',
  moment: 'Choose a moment',
  choose: 'Choose a file',
  finding: 'Looking for pictures…',
  noFilm: 'This browser cannot show this film. You can choose a file with a picture.',
  saving: 'Saving…',
  saved: 'Picture saved',
  waiting: 'The picture will be saved when the upload has begun.',
  failed: 'The picture was not saved.',
  retry: 'Try again',
  refused: 'The picture can no longer be changed here.',
  notPicture: 'There is no picture in this file. Please choose a JPEG, PNG or WebP file.',
  tooSmall: 'This picture is too small. Please choose a larger one.',
  tooLarge: 'This picture is too large. Please choose a smaller one.',
};

export type UploaderPosterWords = typeof uploaderPoster;
