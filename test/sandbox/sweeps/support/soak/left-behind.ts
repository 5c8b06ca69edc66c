import { formOf, textOf } from '../../../../support/sandbox/sandbox.ts';
import { seededBytes } from '../../../../support/sandbox/sandbox-bytes.ts';
import type { SoakSite } from './soak-site.ts';

const BYTES = seededBytes(20_000, 31);
/** The title of all that was left. */
export const LEFT = 'left behind';
const TUS = { 'tus-resumable': '1.0.0' };

/** What people begin and never end: the sandbox has to remove it within a week. */
export async function leaveThings(site: SoakSite): Promise<void> {
  const { body } = await site.sendFor(201, 'POST', '/videos', { json: { title: LEFT } });
  await site.sendFor(201, 'POST', `/videos/${textOf(body, 'videoId')}/source`, {
    headers: { 'content-range': 'part 1/3' },
    form: formOf(BYTES),
  });
  await site.sendFor(201, 'POST', '/videos', { json: { title: LEFT } });
  const token = await tokenFor(site, 3600);
  const begun = await site.sendFor(201, 'POST', `/upload?token=${token}`, {
    authorization: false,
    headers: { ...TUS, 'upload-length': String(BYTES.length * 2) },
  });
  await site.sendFor(204, 'PATCH', new URL(begun.headers.get('location') ?? '').pathname, {
    authorization: false,
    headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: BYTES,
  });
  await site.sendFor(201, 'POST', `/upload?token=${await tokenFor(site, 600)}`, {
    authorization: false,
    headers: { 'content-range': 'part 1/2' },
    form: formOf(BYTES),
  });
  // One without any use, and one that is deleted.
  await tokenFor(site, 600);
  await site.sendFor(204, 'DELETE', `/upload-tokens/${await tokenFor(site, 0)}`);
  const { data } = await site.read<{ data: { videoId: string }[] }>('/videos?pageSize=4');
  for (const { videoId } of data)
    await site.sendFor(200, 'PATCH', `/videos/${videoId}`, { json: { title: LEFT } });
}

async function tokenFor(site: SoakSite, ttl: number): Promise<string> {
  return textOf((await site.sendFor(200, 'POST', '/upload-tokens', { json: { ttl } })).body, 'token');
}
