import { film, sha256 } from '../../../../support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, textOf, type VideoStatusBody } from '../../../../support/sandbox/sandbox.ts';
import type { SweepSite } from '../sweep-site.ts';
import type { Scenario } from '../scenario.ts';
import { SweepFault } from '../sweep-fault.ts';

const EVENT = 'video.encoding.quality.completed';

interface Journal {
  isAsked: boolean;
  videoId?: string;
  isSent: boolean;
  /** The hash of every file of the stream, once it could be played. */
  files: Record<string, string>;
  /** Qualities of which the webhook has heard. */
  heard: string[];
}

/** A film that is packaged, and a webhook that gets its events: what could be played can be, and every event arrives. */
export const packaging: Scenario<Journal> = {
  name: 'packaging and webhooks',
  begin: () => ({ isAsked: false, isSent: false, files: {}, heard: [] }),
  act: async (site, journal) => {
    if (!journal.isAsked) {
      await site.sendFor(201, 'POST', '/webhooks', { json: { url: site.hooks.url, events: [EVENT] } });
      site.note(() => (journal.isAsked = true));
    }
    if (journal.videoId === undefined) {
      const { body } = await site.sendFor(201, 'POST', '/videos', { json: { title: 'packaged' } });
      site.note(() => (journal.videoId = textOf(body, 'videoId')));
    }
    const { videoId = '' } = journal;
    const where = `/videos/${videoId}`;
    if (!journal.isSent) {
      const answer = await site.send('POST', `${where}/source`, {
        form: formOf(await film('h264-aac.mp4')),
      });
      // A video that is whole by a request whose answer was lost takes the same bytes once more, or says that it is whole.
      if (answer.status !== 201 && answer.status !== 400)
        throw new SweepFault(`${answer.status} ${answer.text}`);
      site.note(() => (journal.isSent = true));
    }
    for (const [file, hash] of Object.entries(journal.files)) {
      if (hash !== (await hashOf(site, file))) throw new SweepFault(`${file} is another one`);
    }
    const status = await site.waitFor(async () => {
      const now = await site.read<VideoStatusBody>(`${where}/status`);
      return isSettled(now) ? now : undefined;
    });
    if (!status.encoding.playable) throw new SweepFault(`not playable: ${JSON.stringify(status.encoding)}`);
    const files = await filesOf(site, videoId);
    site.note(() => Object.assign(journal.files, files));
    const wanted = status.encoding.qualities.map(({ type, quality }) => `${type} ${quality}`);
    const note = () => {
      const news = site.hooks.received
        .map(({ body }) => JSON.parse(body) as { videoId: string; encoding: string; quality: string })
        .filter((answer) => answer.videoId === videoId)
        .map(({ encoding, quality }) => `${encoding} ${quality}`);
      journal.heard = [...new Set([...journal.heard, ...news])];
    };
    await site.waitFor(() => {
      note();
      return wanted.every((one) => journal.heard.includes(one)) || undefined;
    });
    site.note(note);
  },
};

/** Every playlist and segment of a video, with its hash. */
async function filesOf(site: SweepSite, videoId: string): Promise<Record<string, string>> {
  const folder = `/assets/vod/${videoId}/hls/`;
  const files: Record<string, string> = {};
  const left = [`${folder}manifest.m3u8`];
  for (let file = left.shift(); file !== undefined; file = left.shift()) {
    files[file] = await hashOf(site, file);
    if (!file.endsWith('.m3u8')) continue;
    const { text } = await site.sendFor(200, 'GET', file);
    const names = text.match(/^[^#\s].*$/gm) ?? [];
    for (const name of names) left.push(new URL(name, site.url + file).pathname);
  }
  return files;
}

async function hashOf(site: SweepSite, file: string): Promise<string> {
  return sha256(await site.bytes(file));
}
