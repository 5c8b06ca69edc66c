import { FILM } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'react',
  async check(trial) {
    const site = await trial.site();
    const ada = await trial.visitor(site.origin, { name: 'Ada' });
    await ada.open('/');
    await trial.verdict('the page has a field for a film', async () => (await ada.files.count()) > 0);
    await ada.files.setInputFiles(FILM);
    await trial.until('the film reaches the service', async () => (await trial.videos()).length === 1);
    await trial.verdict('the page shows the film in a player', async () => {
      const [video] = await trial.videos();
      const shown = await ada.player.getAttribute('video-id', { timeout: 1000 }).catch(() => null);
      return video !== undefined && shown === video.videoId;
    });
    await ada.play();
    await trial.verdict('the film plays', async () => (await ada.time()) > 0);
    holds(!(await ada.learnt(trial.sandbox.apiKey)), 'the key stays on the server');
    holds(ada.complaints.length === 0, `the console is quiet: ${ada.complaints.join('; ')}`);
  },
};
