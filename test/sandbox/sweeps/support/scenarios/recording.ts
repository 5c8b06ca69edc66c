import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { textOf, type VideoStatusBody } from '../../../../support/sandbox/sandbox.ts';
import { eventually } from '../../../../support/eventually.ts';
import type { SweepSite } from '../sweep-site.ts';
import type { Scenario } from '../scenario.ts';
import { SweepFault } from '../sweep-fault.ts';

const SECONDS = 8;
/** The synthetic source makes some 18 kB a second. */
const ENOUGH_BYTES = 110_000;

interface Journal {
  liveStreamId?: string;
  /** Seconds of the broadcast that are in the file of its recording. */
  stored: number;
  isOver: boolean;
}

/** A broadcast that is recorded: the recording becomes a video, whatever comes between. */
export const recording: Scenario<Journal> = {
  name: 'recording',
  begin: () => ({ stored: 0, isOver: false }),
  act: async (site, journal) => {
    if (journal.liveStreamId === undefined) {
      const json = { name: 'recorded', record: true };
      const { body } = await site.sendFor(200, 'POST', '/live-streams', { json });
      site.note(() => (journal.liveStreamId = textOf(body, 'liveStreamId')));
    }
    const { liveStreamId = '' } = journal;
    if (journal.stored === 0) {
      await site.send('POST', `/live-streams/${liveStreamId}/_synthetic`);
      await broadcast(site);
      site.note(() => (journal.stored = SECONDS));
    }
    if (!journal.isOver) {
      await site.send('DELETE', `/live-streams/${liveStreamId}/_synthetic`);
      site.note(() => (journal.isOver = true));
    }
    // The last segment may not have been whole yet. One that the storage broke off may be there besides.
    await site.waitFor(async () => {
      const found = await secondsOf(site, liveStreamId);
      return found.some((one) => one >= SECONDS - 4) || undefined;
    });
  },
};

/** Broadcasts until a recording has enough; one that the storage breaks off begins again. */
async function broadcast(site: SweepSite): Promise<void> {
  await site.pass(SECONDS);
  for (let more = 0; more < 10; more++) {
    const isThere = await eventually(() => {
      const sizes = sizesIn(path.join(site.dir, 'extents'));
      if (Math.max(0, ...sizes) > ENOUGH_BYTES) return true;
      return site.logged.some((line) => line.startsWith('recording a live stream failed'))
        ? false
        : undefined;
    });
    if (isThere) return;
    await site.pass(SECONDS);
  }
}

/** By calls that no sweep makes fail. */
function sizesIn(folder: string): number[] {
  return readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
}

/** How long each recording of a live stream is; less than nothing while it cannot be played. */
async function secondsOf(site: SweepSite, liveStreamId: string): Promise<number[]> {
  const { data } = await site.read<{ data: { videoId: string }[] }>(`/videos?liveStreamId=${liveStreamId}`);
  const found: number[] = [];
  for (const { videoId } of data) {
    const { encoding } = await site.read<VideoStatusBody>(`/videos/${videoId}/status`);
    if (encoding.reason !== undefined) throw new SweepFault(`a recording is no video: ${encoding.reason}`);
    found.push(encoding.playable ? Number(encoding.metadata['duration']) : -1);
  }
  return found;
}
