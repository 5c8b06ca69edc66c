import { png } from '../../../../support/sandbox/pictures.ts';
import { sha256 } from '../../../../support/sandbox/sandbox-bytes.ts';
import { formOf, textOf } from '../../../../support/sandbox/sandbox.ts';
import type { Scenario } from '../scenario.ts';
import { SweepFault } from '../sweep-fault.ts';
import type { SweepSite } from '../sweep-site.ts';

const PICTURE = png(8, 8);

interface Journal {
  /** The addresses of pictures that were acknowledged, and what each shows. */
  kept: string[];
  videoId?: string;
  liveStreamId?: string;
  hasWatermark: boolean;
}

/** A video's picture, a live stream's and a watermark: each one that was acknowledged stays. */
export const pictures: Scenario<Journal> = {
  name: 'pictures',
  begin: () => ({ kept: [], hasWatermark: false }),
  act: async (site, journal) => {
    if (journal.videoId === undefined) {
      const { body } = await site.sendFor(201, 'POST', '/videos', { json: { title: 'pictured' } });
      site.note(() => (journal.videoId = textOf(body, 'videoId')));
    }
    if (journal.liveStreamId === undefined) {
      const { body } = await site.sendFor(200, 'POST', '/live-streams', { json: { name: 'pictured' } });
      site.note(() => (journal.liveStreamId = textOf(body, 'liveStreamId')));
    }
    const [videoId, liveStreamId] = [journal.videoId ?? '', journal.liveStreamId ?? ''];
    await keep(site, journal, `/videos/${videoId}/thumbnail`, `/assets/vod/${videoId}/thumbnail.jpg`);
    await keep(
      site,
      journal,
      `/live-streams/${liveStreamId}/thumbnail`,
      `/assets/live/${liveStreamId}/thumbnail.jpg`,
    );
    if (journal.hasWatermark) return;
    const form = () => formOf(PICTURE, { name: 'a.png' });
    await site.send('POST', '/watermarks', { form: form() });
    site.note(() => (journal.hasWatermark = true));
  },
};

async function keep(site: SweepSite, journal: Journal, to: string, at: string): Promise<void> {
  if (!journal.kept.includes(at)) {
    const answer = await site.send('POST', to, { form: formOf(PICTURE, { name: 'a.png' }) });
    if (answer.status >= 300)
      throw new SweepFault(`POST ${to} is answered with ${answer.status} ${answer.text}`);
    site.note(() => journal.kept.push(at));
  }
  const shown = await site.bytes(at);
  if (sha256(shown) !== sha256(PICTURE)) throw new SweepFault(`${at} shows another picture`);
}
