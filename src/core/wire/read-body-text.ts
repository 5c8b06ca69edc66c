/** A body's text; nothing when it is longer than `most` bytes, and then the rest is let go unread. */
export async function readBodyText(body: Response | Request, most: number): Promise<string | undefined> {
  const reader = body.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > most) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A body's text up to a mark, and not much longer than `most` bytes; the rest is let go unread. */
export async function readTextUntil(body: Response, mark: string, most: number): Promise<string> {
  const reader = body.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; reader && size < most;) {
    const { done, value } = await reader.read();
    if (done) return text;
    size += value.byteLength;
    // The mark may begin at the end of one piece.
    const from = Math.max(0, text.length - mark.length);
    text += decoder.decode(value, { stream: true });
    const end = text.indexOf(mark, from);
    if (end < 0) continue;
    text = text.slice(0, end);
    break;
  }
  void reader?.cancel().catch(() => {});
  return text;
}
