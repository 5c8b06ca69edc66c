import { readBodyText } from '../../core/wire/read-body-text.ts';

/** A body's text; nothing when it is longer than `maxBytes` bytes, and then the rest is let go unread. */
export async function readBody(body: Response | Request, maxBytes: number): Promise<string | undefined> {
  if (Number(body.headers.get('content-length') ?? 0) > maxBytes) {
    discardBody(body);
    return undefined;
  }
  return readBodyText(body, maxBytes);
}

/** Lets a body go unread, so that it does not keep its connection. Not waited for: its sender may take its time. */
export function discardBody(body: Response | Request): void {
  void body.body?.cancel().catch(() => {});
}
