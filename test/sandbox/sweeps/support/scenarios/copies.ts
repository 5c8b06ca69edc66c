import { seededBytes } from '../../../../support/sandbox/sandbox-bytes.ts';
import { formOf, textOf } from '../../../../support/sandbox/sandbox.ts';
import type { Scenario } from '../scenario.ts';
import { SweepFault } from '../sweep-fault.ts';

const BYTES = seededBytes(30_000, 30);

interface Journal {
  original?: string;
  isSent: boolean;
  copy?: string;
  isDeleted: boolean;
}

/** A video that is copied and then deleted: the copy keeps its bytes, and the deleted video stays deleted. */
export const copies: Scenario<Journal> = {
  name: 'clone and delete',
  begin: () => ({ isSent: false, isDeleted: false }),
  act: async (site, journal) => {
    if (journal.original === undefined) {
      const { body } = await site.sendFor(201, 'POST', '/videos', { json: { title: 'original' } });
      site.note(() => (journal.original = textOf(body, 'videoId')));
    }
    const { original = '' } = journal;
    if (!journal.isSent) {
      const answer = await site.send('POST', `/videos/${original}/source`, { form: formOf(BYTES) });
      if (answer.status !== 201 && answer.status !== 400)
        throw new SweepFault(`${answer.status} ${answer.text}`);
      site.note(() => (journal.isSent = true));
    }
    if (journal.copy === undefined) {
      await site.expectSource(original, BYTES);
      const json = { title: 'copy', source: original };
      const answer = await site.send('POST', '/videos', { json });
      if (answer.status !== 201 && answer.status !== 202)
        throw new SweepFault(`${answer.status} ${answer.text}`);
      site.note(() => (journal.copy = textOf(answer.body, 'videoId')));
    }
    await site.expectSource(journal.copy ?? '', BYTES);
    if (!journal.isDeleted) {
      const { status } = await site.send('DELETE', `/videos/${original}`);
      // 404: an earlier request has deleted it, and its answer was a refusal or was lost.
      if (status !== 204 && status !== 404) throw new SweepFault(`DELETE is answered with ${status}`);
      site.note(() => (journal.isDeleted = true));
    }
    await site.sendFor(404, 'GET', `/videos/${original}`);
    await site.expectSource(journal.copy ?? '', BYTES);
  },
};
