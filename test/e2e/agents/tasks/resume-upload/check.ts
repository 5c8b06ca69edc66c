import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PaddedFilm } from '../../../../support/sandbox/padded-film.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

const SIZE = 24_000_000;
/** All of it in four seconds: time to be interrupted. */
const SLOWLY = 6_000_000;

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const file = path.join(trial.folder, 'long.mp4');
    await writeFile(file, new PaddedFilm(SIZE, 1).read(0, SIZE));
    const { origin } = await trial.site();
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await trial.sandbox.faults.add({ match: { path: '/upload' }, act: { throttle: SLOWLY } });
    const bytesSent = async () => {
      const requests = await trial.sandbox.requests();
      const parts = requests.filter(({ method, target }) => method === 'POST' && /^\/upload\b/.test(target));
      return parts.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
    };
    const partsStored = async () => {
      const requests = await trial.sandbox.requests();
      return requests.filter(({ target, status }) => /^\/upload\b/.test(target) && status === 201).length;
    };
    await ada.open('/upload.html');
    await ada.files.setInputFiles(file);
    await trial.until('a part is stored', async () => (await partsStored()) > 0);
    await ada.open('/upload.html');
    await trial.sandbox.faults.clear();
    await ada.files.setInputFiles(file);
    await trial.until('the film is stored', async () => {
      const videos = await trial.videos();
      const stored = await Promise.all(videos.map(({ videoId }) => isStored(trial.sandbox, videoId)));
      return stored.includes(true);
    });
    const count = (await trial.videos()).length;
    holds(count === 1, `the film is one video: there are ${count}`);
    const sent = (await bytesSent()) / SIZE;
    holds(sent < 1.9, `what was stored is not sent again: ${sent.toFixed(2)} times the film was sent`);
  },
};

/** True once the service has the whole file. */
async function isStored(
  sandbox: { ask: (method: string, path: string) => Promise<unknown> },
  videoId: string,
): Promise<boolean> {
  const status = (await sandbox.ask('GET', `/videos/${videoId}/status`)) as {
    ingest?: { status?: string } | null;
  };
  return status.ingest?.status === 'uploaded';
}
