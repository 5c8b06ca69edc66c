import { film } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

const TITLE = 'Dusk <img src=x> & "dawn"';

export const task: Task = {
  start: 'site',
  async check(trial) {
    const videoId = await trial.sandbox.upload(await film(), { title: TITLE }, { timeout: 60_000 });
    const site = await trial.site();
    const visitor = await trial.visitor(site.origin);
    await visitor.open(`/watch/${videoId}`);
    await trial.verdict('the heading is the title, and no markup', async () => {
      return (await visitor.page.locator('h1').textContent()) === TITLE;
    });
    await visitor.play();
    await trial.verdict('the film plays', async () => (await visitor.time()) > 0);
    const unknown = await visitor.ask('GET', '/watch/viUnknown0000000000000000');
    holds(unknown.status === 404, 'an unknown id is answered with 404');
    holds(!(await visitor.learnt(trial.sandbox.apiKey)), 'the key stays on the server');
  },
};
