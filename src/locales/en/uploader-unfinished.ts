/** The words of an upload that an earlier visit has begun. */
export const uploaderUnfinished = {
  begun: '{name}: {share} is uploaded already',
  goOn: 'Go on',
  remove: 'Remove',
};
