import { inRepository } from '../../../../support/repository.ts';
import { StaticSite } from '../../../support/static-site.ts';
import { film } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const videoId = await trial.sandbox.upload(await film(), { title: 'Dusk' }, { timeout: 60_000 });
    let origin = '';
    const page = () =>
      `<!doctype html><title>waits</title><iframe allow="autoplay" width="640" height="360"
        src="${origin}/vh/embed/videos/${videoId}"></iframe>
      <script>document.querySelector('iframe').onload = () => { document.title = 'framed'; };</script>`;
    const partner = await StaticSite.serve({ folder: inRepository('test/media'), page });
    trial.finally(() => partner.close());
    const site = await trial.site({ PARTNER_ORIGIN: partner.origin });
    ({ origin } = site);
    const there = await trial.visitor(partner.origin);
    await there.open('/');
    const frame = there.page.frameLocator('iframe');
    await trial.verdict('the partner shows the film', async () => {
      return (await frame.locator('vh-player').count()) === 1;
    });
    await frame.locator('[part~="play-button"]').first().click();
    await trial.verdict('the film plays in the frame', async () => {
      return frame.locator('vh-player').evaluate((one) => (one as HTMLMediaElement).currentTime > 0);
    });
    // The same pages under another name of this machine are another origin.
    const elsewhere = await trial.visitor(partner.origin.replace('127.0.0.1', 'localhost'));
    await elsewhere.open('/');
    await trial.until('the frame has an end', async () => (await elsewhere.page.title()) === 'framed');
    const strange = elsewhere.page.frameLocator('iframe').locator('vh-player');
    holds((await strange.count()) === 0, 'no other origin shows the frame');
  },
};
