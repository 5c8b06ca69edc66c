/** The words of an uploader that has no file yet: they come with the page, the others with the first file. */
export const uploaderZone = {
  label: 'Video upload',
  drop: 'Drop a video here',
  dropSeveral: 'Drop videos here',
  or: 'or',
  choose: 'Choose a video',
  chooseSeveral: 'Choose videos',
  chooseFolder: 'Choose a folder',
  camera: 'Record with the camera',
  screen: 'Record the screen',
  screenCamera: 'Record the screen and the camera',
  cancel: 'Cancel',
  required: 'Please choose a video.',
  unfinished: 'Please wait until the video is uploaded.',
  notReached: 'The service could not be reached.',
  keyInPage: 'This page shows an API key to everyone. Nothing is uploaded until it is removed.',
};
