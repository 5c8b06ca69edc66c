import { FILE } from '../../../../support/backend/ask-grant.ts';
import { formOf, textOf } from '../../../../support/sandbox/sandbox.ts';
import { seededBytes } from '../../../../support/sandbox/sandbox-bytes.ts';
import type { SoakSite } from './soak-site.ts';

const VISITORS = 5;
/** Below the limit of questions about ids that the service does not have. */
const UNKNOWN = 10;
const BYTES = seededBytes(3, 3);

/** Visitors of a site, none of whom comes again: grants, renewals, playbacks, and ids of nothing. */
export async function visitBackend(site: SoakSite, round: number): Promise<void> {
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    const headers = { 'x-visitor': `visitor ${round} ${visitor}` };
    const grant = async (status: number, more: object) => {
      const answer = await site.askBackend('POST', '/grants', { headers, json: { file: FILE, ...more } });
      if (answer.status === status) return answer.body;
      throw new Error(`a grant is answered with ${answer.status} ${answer.text}`);
    };
    const idempotencyKey = `round-${round}-visitor-${visitor}`;
    const granted = await grant(201, { idempotencyKey });
    const [videoId, claim] = [textOf(granted, 'videoId'), textOf(granted, 'claim')];
    await grant(201, { idempotencyKey });
    const renewed = await grant(201, { action: 'refresh', videoId, claim });
    // Every other visitor leaves before the upload.
    if (visitor % 2 === 0) await upload(site, textOf(renewed, 'token'), videoId);
    else if (visitor === 1) await grant(200, { action: 'discard', videoId, claim });
    await site.askBackend('GET', `/videos/${videoId}/status`, { headers });
    await site.askBackend('GET', `/playback/videos/${videoId}`, { headers });
  }
  for (let unknown = 0; unknown < UNKNOWN; unknown++)
    await site.askBackend('GET', `/playback/videos/viNone${round}x${unknown}`);
}

async function upload(site: SoakSite, token: string, videoId: string): Promise<void> {
  const form = formOf(BYTES, { videoId });
  await site.sendFor(201, 'POST', `/upload?token=${token}`, { authorization: false, form });
}
