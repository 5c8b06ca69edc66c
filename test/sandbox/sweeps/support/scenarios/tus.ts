import { seededBytes } from '../../../../support/sandbox/sandbox-bytes.ts';
import { textOf } from '../../../../support/sandbox/sandbox.ts';
import type { Scenario } from '../scenario.ts';
import { SweepFault } from '../sweep-fault.ts';

const BYTES = seededBytes(50_000, 29);
const STEPS = [20_000, 50_000];
const TUS = { 'tus-resumable': '1.0.0' };
const STREAM = { ...TUS, 'content-type': 'application/offset+octet-stream' };

interface Journal {
  token?: string;
  path?: string;
  videoId: string;
  offset: number;
}

/** An upload by tus in two requests; each offset that was acknowledged stays. */
export const tus: Scenario<Journal> = {
  name: 'tus',
  begin: () => ({ offset: 0, videoId: '' }),
  act: async (site, journal) => {
    if (journal.token === undefined) {
      const { body } = await site.sendFor(200, 'POST', '/upload-tokens', { json: {} });
      site.note(() => (journal.token = textOf(body, 'token')));
    }
    if (journal.path === undefined) {
      const { headers } = await site.sendFor(201, 'POST', `/upload?token=${journal.token ?? ''}`, {
        authorization: false,
        headers: { ...TUS, 'upload-length': String(BYTES.length) },
      });
      const { pathname } = new URL(headers.get('location') ?? '');
      site.note(() => Object.assign(journal, { path: pathname, videoId: headers.get('video-id') ?? '' }));
    }
    const ask = { authorization: false as const };
    const head = await site.sendFor(200, 'HEAD', journal.path ?? '', { ...ask, headers: TUS });
    let offset = Number(head.headers.get('upload-offset'));
    if (offset < journal.offset) throw new SweepFault(`${journal.offset} bytes were kept, now ${offset}`);
    for (const end of STEPS) {
      while (offset < end) {
        const answer = await site.send('PATCH', journal.path ?? '', {
          ...ask,
          headers: { ...STREAM, 'upload-offset': String(offset) },
          body: BYTES.subarray(offset, end),
        });
        // A refusal may come after bytes that were kept: the client asks, and continues from there.
        if (answer.status !== 204 && answer.status !== 409)
          throw new SweepFault(`PATCH is answered with ${answer.status} ${answer.text}`);
        const { headers } = await site.sendFor(200, 'HEAD', journal.path ?? '', { ...ask, headers: TUS });
        offset = Number(headers.get('upload-offset'));
        site.note(() => (journal.offset = offset));
      }
    }
    await site.expectSource(journal.videoId, BYTES);
  },
};
