import { makeFilm, openFilm, playFilm } from '../../support/films.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const visitor = await openFilm(trial, await makeFilm(trial, { en: 'The lake is quiet' }));
    await playFilm(trial, visitor);
    const line = visitor.page.getByText('The lake is quiet 2').first();
    await trial.verdict('the transcript has a line that is still to come', () => line.isVisible());
    await line.click();
    await trial.verdict('a press on it goes there', async () => (await visitor.time()) >= 6);
  },
};
