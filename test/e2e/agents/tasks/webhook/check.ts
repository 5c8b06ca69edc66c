import { randomBytes } from 'node:crypto';
import { freePort } from '../../../../support/frameworks/languages.ts';
import { film } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

const TYPE = 'video.encoding.quality.completed';

export const task: Task = {
  start: 'site',
  async check(trial) {
    const port = await freePort();
    const hooks = `http://127.0.0.1:${port}/hooks`;
    const { webhooks } = await trial.sandbox.seed({ webhooks: [{ url: hooks, events: [TYPE] }] });
    const [webhook] = webhooks;
    holds(webhook !== undefined, 'the service has a webhook');
    const site = await trial.site({ PORT: port, VH_WEBHOOK_SECRET: webhook.signatureSecret });
    const playable = async () => {
      const response = await fetch(`${site.origin}/playable.json`);
      return response.ok ? ((await response.json()) as readonly string[]) : undefined;
    };
    holds((await playable())?.length === 0, '/playable.json is there, and empty at first');
    const videoId = await trial.sandbox.upload(await film(), { title: 'Dusk' }, { timeout: 60_000 });
    await trial.sandbox.waitForWebhook({ type: TYPE }, { timeout: 60_000 });
    const lists = async () => JSON.stringify(await playable()) === JSON.stringify([videoId]);
    await trial.until('the video that can be played is listed, once', lists);
    const forged = JSON.stringify({ type: TYPE, emittedAt: new Date().toISOString(), videoId: 'viForged' });
    for (const signature of [undefined, '', randomBytes(32).toString('hex')]) {
      const { status } = await fetch(hooks, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature !== undefined && { 'x-api-video-signature': signature }),
        },
        body: forged,
      });
      holds(status === 401, `what the service has not signed is refused: it was answered with ${status}`);
    }
    holds(await lists(), 'what is refused changes nothing');
  },
};
