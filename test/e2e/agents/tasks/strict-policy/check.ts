import { inRepository } from '../../../../support/repository.ts';
import { StaticSite } from '../../../support/static-site.ts';
import { DUSK, makeFilm } from '../../support/films.ts';
import { holds, type Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const videoId = await makeFilm(trial);
    const { origin } = await trial.site();
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await ada.open(`/?video=${videoId}`);
    const attacks = await ada.page.evaluate(() => {
      const ran: string[] = [];
      const attempt = (name: string, attack: () => void) => {
        try {
          attack();
        } catch {
          // Refused.
        }
        if (document.documentElement.dataset['attacked'] === name) ran.push(name);
      };
      const mark = (name: string) => `document.documentElement.dataset.attacked = '${name}'`;
      attempt('an inline script', () => {
        const script = document.createElement('script');
        script.append(mark('an inline script'));
        document.body.append(script);
      });
      attempt('eval', () => void (0, eval)(mark('eval')));
      attempt('markup from text', () => {
        document.createElement('div').innerHTML = '<b>text</b>';
        document.documentElement.dataset['attacked'] = 'markup from text';
      });
      attempt('an inline style', () => {
        const style = document.createElement('style');
        style.append('html { outline: 7px solid red }');
        document.head.append(style);
        if (getComputedStyle(document.documentElement).outlineWidth === '7px')
          document.documentElement.dataset['attacked'] = 'an inline style';
      });
      return ran;
    });
    holds(attacks.length === 0, `the policy refuses ${attacks.join(', ')}`);
    await ada.play();
    await trial.verdict('the film plays', async () => (await ada.time()) > 0);
    await ada.open('/upload.html');
    await ada.files.setInputFiles(DUSK);
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
