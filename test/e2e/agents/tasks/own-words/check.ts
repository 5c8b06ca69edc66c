import { FILM } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const { origin } = await trial.site();
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await ada.open('/upload.html');
    const button = ada.page.locator('vh-uploader').getByRole('button').first();
    await button.waitFor();
    await trial.verdict('the button has its new words', async () => {
      return (await button.innerText()).trim() === 'Add your clip';
    });
    const [chooser] = await Promise.all([ada.page.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles(FILM);
    await trial.verdict('the film is uploaded', async () => (await trial.videos()).length === 1);
    holds(ada.complaints.length === 0, `the console is quiet: ${ada.complaints.join('; ')}`);
  },
};
