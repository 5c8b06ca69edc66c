import { film } from '../../support/films.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const attributes = { title: 'Dusk', public: false };
    const videoId = await trial.sandbox.upload(await film(), attributes, { timeout: 60_000 });
    const { origin } = await trial.site();
    const ada = await trial.visitor(origin, { name: 'Ada' });
    await ada.open(`/?video=${videoId}`);
    const answered = await ada.ask('GET', `/vh/playback/videos/${videoId}`);
    holds(answered.status === 200, 'who is signed in gets the film');
    await ada.play();
    await trial.verdict('the film plays', async () => (await ada.time()) > 0);
    const stranger = await trial.visitor(origin);
    const refused = await stranger.ask('GET', `/vh/playback/videos/${videoId}`);
    holds(refused.status >= 400, `a stranger gets no playback: the answer was ${refused.status}`);
    const status = await stranger.ask('GET', `/vh/videos/${videoId}/status`);
    holds(status.status >= 400, `a stranger learns no status: the answer was ${status.status}`);
  },
};
