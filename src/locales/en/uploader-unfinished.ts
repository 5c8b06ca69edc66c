/** The words of an upload that an earlier visit has begun. */
export const uploaderUnfinished = {
  begun: '{name} is unfinished ({share}).',
  chooseSame: 'Choose the same file to continue.',
  fileDenied: 'The browser no longer lets this page read the file.',
  fileChanged: 'The file has changed since then.',
  fileMoved: 'The file was moved or deleted.',
  goOn: 'Continue',
  chooseFile: 'Choose the file',
  otherFile: 'This is another file. To continue, choose {name}.',
  uploadOther: 'Upload this file instead',
  remove: 'Remove',
};
