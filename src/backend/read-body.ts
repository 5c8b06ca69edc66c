/** A body's text; nothing when it is longer than `most` bytes, and then the rest is let go unread. */
export async function readBody(body: Response | Request, most: number): Promise<string | undefined> {
  if (Number(body.headers.get('content-length') ?? 0) > most) {
    letGo(body);
    return undefined;
  }
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

/** Lets a body go unread, so that it does not keep its connection. Not waited for: its sender may take its time. */
export function letGo(body: Response | Request): void {
  void body.body?.cancel().catch(() => {});
}
