/** The words of the way to the end of an upload. `{name}` and `{time}` are placeholders. */
export const uploaderShare = {
  titleOf: 'Share {name}',
  processingFor: 'In preparation for {time} so far.',
  soon: 'The link shows the video as soon as it can be played.',
  private: 'Only people who may watch this video can see it.',
  link: 'Link to the video',
  copyLink: 'Copy link',
  code: 'Embed code',
  copyCode: 'Copy embed code',
  watch: 'Watch {name}',
  linkCopied: 'Link copied',
  codeCopied: 'Embed code copied',
  /** Of what was sent, with `with-checksum`. */
  copyChecksum: 'Copy SHA-256',
  checksumCopied: 'SHA-256 copied',
  notCopied: 'This could not be copied. The text is selected: copy it from there.',
};

export type UploaderShareWords = typeof uploaderShare;
