import { makeFilm } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const first = await makeFilm(trial);
    const second = await makeFilm(trial);
    const { origin } = await trial.site();
    const visitor = await trial.visitor(origin);
    await visitor.open(`/?videos=${first},${second}`);
    const loads = (id: string) => visitor.asked.some((one) => one.includes(`/vod/${id}/`));
    await visitor.play();
    await trial.verdict('the first film plays', async () => loads(first) && (await visitor.time()) > 0);
    holds(!loads(second), 'the second one does not yet');
    await visitor.player.locator('[part~="next"]').first().click();
    await trial.verdict('the second film plays', async () => loads(second) && (await visitor.time()) > 0);
    await visitor.open(`/?video=${second}`);
    await visitor.play();
    await trial.verdict('one film plays as before', async () => (await visitor.time()) > 0);
  },
};
