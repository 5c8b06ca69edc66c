import { LEFT } from './left-behind.ts';
import type { SoakSite } from './soak-site.ts';

const LISTS = {
  'live-streams': 'liveStreamId',
  'videos': 'videoId',
  'webhooks': 'webhookId',
  'players': 'playerId',
  'watermarks': 'watermarkId',
  'upload-tokens': 'token',
} as const;

/** Deletes everything that an owner sees, but for uploads that were left and tokens that have an end. */
export async function deleteAll(site: SoakSite): Promise<void> {
  for (const [list, idName] of Object.entries(LISTS)) {
    const { data } = await site.read<{ data: Readonly<Record<string, unknown>>[] }>(`/${list}?pageSize=100`);
    for (const one of data) {
      if (one['title'] === LEFT || typeof one['expiresAt'] === 'string') continue;
      await site.sendFor(204, 'DELETE', `/${list}/${String(one[idName])}`);
    }
  }
}
