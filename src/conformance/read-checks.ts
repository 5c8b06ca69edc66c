import { readRecord } from '../core/wire/read-json.ts';
import { parseVideoStatus } from '../core/wire/video-status.ts';
import { expect, expectRefusal, expectStatus, type Check } from './check.ts';

const MISSING_ID = 'viConformanceNobody0000x';
/** Field names that must not reach a browser, anywhere in an answer. */
const SECRETS =
  /"(?:streamKey|serverUrl|signatureSecret|apiKey|api_key|access_token|refresh_token|restreams)"\s*:/;

/** The checks of reads. */
export const readChecks: readonly Check[] = [
  {
    title: 'a status has ingest and encoding, and no more',
    needs: 'videoId',
    run: async ({ site, subjects: { videoId = '' } }) => {
      const answer = await site.ask('GET', `/videos/${videoId}/status`);
      expectStatus(answer, 200);
      const names = Object.keys(readRecord(answer.json) ?? {});
      expect(names.sort().join() === 'encoding,ingest', `its fields are ${names.join(', ')}`);
      parseVideoStatus(answer.json);
    },
  },
  {
    title: 'the status of what is not there is 404',
    run: async ({ site }) =>
      expectRefusal(await site.ask('GET', `/videos/${MISSING_ID}/status`), 404, 'not-found'),
  },
  {
    title: 'no answer holds a key',
    run: async ({ site, subjects: { videoId, liveStreamId, privateVideoId } }) => {
      const paths = [
        ...['/videos', '/live-streams'],
        ...[videoId, privateVideoId].flatMap((id) =>
          id === undefined ? [] : [`/videos/${id}`, `/videos/${id}/status`, `/playback/videos/${id}`],
        ),
        ...(liveStreamId === undefined
          ? []
          : [`/live-streams/${liveStreamId}`, `/playback/live-streams/${liveStreamId}`]),
      ];
      for (const path of paths) {
        const { text } = await site.ask('GET', path, { asVisitor: true });
        expect(!SECRETS.test(text), `${path} holds ${SECRETS.exec(text)?.[0] ?? 'one'}`);
      }
    },
  },
];
