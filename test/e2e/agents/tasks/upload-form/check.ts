import { FILM } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'site',
  async check(trial) {
    const site = await trial.site();
    const stranger = await trial.visitor(site.origin);
    const refused = await stranger.ask('GET', '/new');
    holds(refused.status !== 200 && refused.status !== 404, '/new is there, and not for strangers');
    const ada = await trial.visitor(site.origin, { name: 'Ada' });
    await ada.open('/new');
    await ada.page.locator('[name=title]').fill('Dusk at the lake');
    await ada.files.setInputFiles(FILM);
    await trial.until('the film reaches the service', async () => (await trial.videos()).length > 0);
    const [video] = await trial.videos();
    holds(video !== undefined, 'the service has the film');
    await trial.sandbox.waitUntilPlayable(video.videoId, { timeout: 60_000 });
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await trial.until('GET /films.json lists the saved film', async () => {
      const { status, text } = await ada.ask('GET', '/films.json');
      return status === 200 && lists(text, 'Dusk at the lake', video.videoId);
    });
    holds((await trial.videos()).length === 1, 'one film at the service, and no second one');
    holds(!(await ada.learnt(trial.sandbox.apiKey)), 'the key stays on the server');
  },
};

/** True where a list has a film of this title with this id. */
function lists(text: string, title: string, videoId: string): boolean {
  const films = JSON.parse(text) as readonly { title?: string; videoId?: string }[];
  return films.some((film) => film.title === title && film.videoId === videoId);
}
