import { makeFilm, openFilm, playFilm } from '../../support/films.ts';
import { pixelsOf } from '../../support/pixels.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const visitor = await openFilm(trial, await makeFilm(trial));
    await trial.verdict('the poster shows before the film plays', async () => {
      return (await pixelsOf(visitor.page, visitor.player, [0x00, 0xaa, 0xaa])) > 100_000;
    });
    await playFilm(trial, visitor);
    const names = (title: string) =>
      visitor.player.locator('[part~="chapters"]').filter({ hasText: title }).first().isVisible();
    await trial.verdict('the controls name the first chapter', () => names('At the lake'));
    await visitor.holdAt(8);
    await trial.verdict('later they name the second one', () => names('Nightfall'));
  },
};
