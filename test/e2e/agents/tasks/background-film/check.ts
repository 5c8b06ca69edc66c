import { makeFilm, openFilm } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const visitor = await openFilm(trial, await makeFilm(trial));
    await trial.verdict('the film plays by itself', async () => (await visitor.time()) > 0);
    const state = () =>
      visitor.page.evaluate(() => {
        const media = document.querySelector('vh-player')?.media;
        return { isSilent: media?.muted, isRepeated: media?.loop, isPaused: media?.paused };
      });
    const { isSilent, isRepeated } = await state();
    holds(isSilent === true, 'it has no sound');
    holds(isRepeated === true, 'it plays again and again');
    holds((await visitor.player.locator('[part~="seek-bar"]').count()) === 0, 'it has no controls');
    await visitor.page.getByRole('button').first().click();
    await trial.verdict('a visitor stops it', async () => (await state()).isPaused === true);
  },
};
