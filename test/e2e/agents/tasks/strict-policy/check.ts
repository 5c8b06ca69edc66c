import { inRepository } from '../../../../support/repository.ts';
import { StaticSite } from '../../../support/static-site.ts';
import { attacksThatWork } from '../../support/attacks.ts';
import { FILM, makeFilm } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const videoId = await makeFilm(trial);
    const { origin } = await trial.site();
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await ada.open(`/?video=${videoId}`);
    const attacks = await attacksThatWork(ada.page);
    holds(attacks.length === 0, `the policy refuses what it has to: ${attacks.join(', ')} worked`);
    await ada.play();
    await trial.verdict('the film plays', async () => (await ada.time()) > 0);
    await ada.open('/upload.html');
    await ada.files.setInputFiles(FILM);
    await trial.verdict('a film is uploaded', async () => (await trial.videos()).length === 2);
    const page = `<title>waits</title><iframe src="${origin}/upload.html" onload="document.title = 'framed'"></iframe>`;
    const other = await StaticSite.serve({ folder: inRepository('test/media'), page });
    trial.finally(() => other.close());
    const framed = await trial.visitor(other.origin);
    await framed.open('/');
    await trial.until('the frame has an end', async () => (await framed.page.title()) === 'framed');
    const inside = framed.page.frameLocator('iframe').locator('vh-uploader');
    holds((await inside.count()) === 0, 'no other site frames a page');
  },
};
