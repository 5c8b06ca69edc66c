import { seededBytes } from '../../../../support/sandbox/sandbox-bytes.ts';
import { formOf, textOf, type VideoStatusBody } from '../../../../support/sandbox/sandbox.ts';
import type { Scenario } from '../scenario.ts';
import { SweepFault } from '../sweep-fault.ts';

const PART = 20_000;
const PARTS = 3;
const BYTES = seededBytes(PART * (PARTS - 1) + 777, 28);

interface Journal {
  videoId?: string;
  parts: number[];
}

/** An upload in parts; each one that was acknowledged stays. */
export const parts: Scenario<Journal> = {
  name: 'parts',
  begin: () => ({ parts: [] }),
  act: async (site, journal) => {
    if (journal.videoId === undefined) {
      const { body } = await site.sendFor(201, 'POST', '/videos', { json: { title: 'in parts' } });
      site.note(() => (journal.videoId = textOf(body, 'videoId')));
    }
    const where = `/videos/${journal.videoId ?? ''}`;
    const { ingest } = await site.read<VideoStatusBody>(`${where}/status`);
    const received = ingest?.receivedParts.parts ?? [];
    const isWhole = ingest?.status === 'uploaded';
    const lost = isWhole ? [] : journal.parts.filter((part) => !received.includes(part));
    if (lost.length > 0) throw new SweepFault(`lost parts that were acknowledged: ${lost.join(', ')}`);
    for (let part = 1; part <= PARTS && !isWhole; part++) {
      if (received.includes(part)) continue;
      await site.sendFor(201, 'POST', `${where}/source`, {
        headers: { 'content-range': `part ${part}/${PARTS}` },
        form: formOf(BYTES.subarray((part - 1) * PART, part * PART)),
      });
      site.note(() => journal.parts.push(part));
    }
    await site.expectSource(journal.videoId ?? '', BYTES);
  },
};
