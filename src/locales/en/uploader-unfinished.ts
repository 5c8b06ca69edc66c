/** The words of an upload that an earlier visit has begun. */
export const uploaderUnfinished = {
  begun: '{name} is unfinished ({share}).',
  chooseSame: 'Choose the same file to continue.',
  goOn: 'Continue',
  chooseFile: 'Choose the file',
  otherFile: 'This is another file. To continue, choose {name}.',
  uploadOther: 'Upload this file instead',
  remove: 'Remove',
};
