/** The words of what an author says of a film. `{name}` is a placeholder. */
export const uploaderDetails = {
  titleOf: 'Details of {name}',
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  tagsHint: 'Separated by commas',
  noTitle: 'Please enter a title.',
  tooLong: 'Too long: {count} of at most {limit} characters.',
  tagsUnfit: 'These are too many tags, or one is too long.',
  fieldsUnfit: 'One of the details is too long.',
  saving: 'Saving…',
  saved: 'Saved',
  waiting: 'Will be saved when the upload has begun.',
  failed: 'Not saved. Your text stays here.',
  retry: 'Try again',
  refused: 'This can no longer be changed here.',
};

export type UploaderDetailsWords = typeof uploaderDetails;
