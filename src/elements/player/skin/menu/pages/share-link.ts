import { VhCopyLinkEvent } from '../../../../events/vh-copy-link-event.ts';
import type { SkinContext } from '../../context/control.ts';

/** The whole second that a link would lead to; undefined where no link could. */
export function linkTime({ host, timeline, has }: SkinContext): number | undefined {
  // The time alone does not say which entry of a playlist it is of.
  const isOffered = host.timeParameter && !host.playlist && has('copy-link');
  return isOffered && timeline.range && !timeline.isLive ? Math.floor(timeline.time) : undefined;
}

/** The page's own address, with that second in it. */
export function linkTo(address: string, parameter: string, seconds: number): string {
  const url = new URL(address);
  url.searchParams.set(parameter, String(seconds));
  return url.href;
}

/** How it went: whether there is something to say, or something left to do. */
export type Sharing = { outcome: 'copied' | 'canceled' } | { outcome: 'refused'; url: string };

/** Copies a link, unless the page does something else. */
export async function shareLink({ host }: SkinContext, seconds: number): Promise<Sharing> {
  const address = host.ownerDocument.location.href;
  const event = new VhCopyLinkEvent(linkTo(address, host.timeParameter ?? '', seconds), seconds);
  if (!host.dispatchEvent(event)) return { outcome: 'canceled' };
  const { url } = event;
  try {
    await navigator.clipboard.writeText(url);
    return { outcome: 'copied' };
  } catch {
    // Not allowed, or not there: pages without TLS have no clipboard.
    return { outcome: 'refused', url };
  }
}
