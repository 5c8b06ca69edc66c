/** What went wrong, in words that may be shown: without the folders of this machine. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/(?:\b[A-Za-z]:)?[\\/][^\s'"]*[\\/]/g, '').replace(/\.$/, '');
}
