import { makeFilm, openFilm } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const videoId = await makeFilm(trial);
    const visitor = await openFilm(trial, videoId);
    const button = visitor.player.locator('[part~="consent-button"]').first();
    await trial.verdict('the page asks the visitor', () => button.isVisible());
    // Whoever comes near has not agreed.
    await visitor.player.hover();
    await visitor.page.waitForLoadState('networkidle');
    const about = visitor.asked.filter((one) => one.includes(trial.sandbox.url) || / [^?]*\/vh\//.test(one));
    holds(about.length === 0, `nothing is asked before the visitor agrees: ${about.join()}`);
    await button.click();
    await trial.verdict('the film plays once they agree', async () => {
      if ((await visitor.time()) > 0) return true;
      const play = visitor.player.locator('[part~="play-button"]').first();
      if (await play.isVisible()) await play.click();
      return false;
    });
  },
};
