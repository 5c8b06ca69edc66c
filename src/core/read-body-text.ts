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
