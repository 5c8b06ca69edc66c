import { FILM, makeFilm, playFilm } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const videoId = await makeFilm(trial);
    const { origin } = await trial.site();
    const stranger = await trial.visitor(origin);
    await stranger.open(`/?video=${videoId}`);
    await playFilm(trial, stranger);
    const status = await stranger.page.evaluate(async () => {
      const response = await fetch('/vh/grants', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-vh-request': '1' },
        body: JSON.stringify({ action: 'upload', file: { name: 'a.mp4', size: 3, type: 'video/mp4' } }),
      });
      return response.status;
    });
    holds(status >= 400, `a stranger gets no grant: the answer was ${status}`);
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await ada.open('/upload.html');
    await ada.files.setInputFiles(FILM);
    await trial.verdict('who is signed in uploads', async () => (await trial.videos()).length === 2);
  },
};
