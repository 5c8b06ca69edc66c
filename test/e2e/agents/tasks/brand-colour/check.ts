import { makeFilm, openFilm, playFilm } from '../../support/films.ts';
import { pixelsOf } from '../../support/pixels.ts';
import type { Task } from '../../support/task.ts';

const BRAND = [0xb3, 0x00, 0x5e] as const;

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const visitor = await openFilm(trial, await makeFilm(trial));
    const button = visitor.player.locator('[part~="play-button"]').first();
    await trial.verdict('the Play button has the colour', async () => {
      return (await pixelsOf(visitor.page, button, BRAND)) > 500;
    });
    await playFilm(trial, visitor);
  },
};
