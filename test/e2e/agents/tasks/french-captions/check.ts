import { makeFilm, openFilm, playFilm } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const videoId = await makeFilm(trial, { en: 'In English', fr: 'En français' });
    const visitor = await openFilm(trial, videoId);
    await playFilm(trial, visitor);
    const shows = (text: string) => visitor.player.getByText(text, { exact: true }).isVisible();
    await trial.verdict('the French captions show from the beginning', () => shows('En français'));
    holds(!(await shows('In English')), 'the English captions do not show');
    const button = visitor.player.locator('[part~="captions"]').first();
    holds((await button.getAttribute('aria-label')) === 'Captions', 'the controls stay in English');
    await visitor.holdAt(1);
    await trial.verdict('they show where the film is held', () => shows('En français'));
    await button.click();
    await trial.verdict('a visitor turns them off', async () => !(await shows('En français')));
  },
};
