import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PaddedFilm } from '../../../../support/sandbox/padded-film.ts';
import { FILM } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const large = path.join(trial.folder, 'large.mp4');
    await writeFile(large, new PaddedFilm(1_100_000, 1).read(0, 1_100_000));
    const { origin } = await trial.site();
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await ada.open('/upload.html');
    await ada.files.setInputFiles(large);
    await trial.verdict('the page says how much it takes', async () => {
      const texts = await ada.page
        .getByText(/1(\.0)?\s?MB/)
        .filter({ visible: true })
        .count();
      return texts > 0;
    });
    holds((await trial.videos()).length === 0, 'the service has no video of a film that is too large');
    await ada.files.setInputFiles(FILM);
    await trial.verdict('a small film is uploaded', async () => (await trial.videos()).length === 1);
  },
};
