/** The uploader's words. `{name}` stands for what is filled in. */
export const uploader = {
  drop: 'Drop a video here',
  or: 'or',
  choose: 'Choose a video',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: 'Try again',
};

export type UploaderWords = typeof uploader;
