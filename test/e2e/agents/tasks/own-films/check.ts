import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

export const task: Task = {
  start: 'video-site',
  async check(trial) {
    const owned = (title: string, owner: string) => ({ title, metadata: [{ key: 'owner', value: owner }] });
    const seeds = [owned('Dusk', 'Ada'), owned('Dawn', 'Ada'), owned('Night', 'Ben'), { title: 'Nobody’s' }];
    const { videos } = await trial.sandbox.seed({ videos: seeds });
    const [dusk = '', dawn = '', night = ''] = videos.map(({ videoId }) => videoId);
    const site = await trial.site();
    const stranger = await trial.visitor(site.origin);
    holds((await stranger.ask('GET', '/my-films.json')).status === 401, 'a stranger has no list');
    holds((await stranger.ask('DELETE', `/my-films/${dusk}`)).status === 401, 'a stranger deletes nothing');
    const ada = await trial.visitor(site.origin, { name: 'Ada' });
    const list = async () => {
      const films = JSON.parse((await ada.ask('GET', '/my-films.json')).text) as readonly StoredFilm[];
      const known = films.map(({ title, videoId }) => `${title} ${videoId}`);
      return known.sort().join();
    };
    const both = [`Dawn ${dawn}`, `Dusk ${dusk}`];
    holds((await list()) === both.join(), 'the list has the own films, and no other');
    const foreign = await ada.ask('DELETE', `/my-films/${night}`);
    holds(foreign.status === 404, `somebody else's film is not deleted: it was answered ${foreign.status}`);
    holds((await ada.ask('DELETE', '/my-films/viUnknown')).status === 404, 'a film that is not there is 404');
    holds((await ada.ask('DELETE', `/my-films/${dusk}`)).status === 204, 'an own film is deleted');
    const left = (await trial.videos()).map(({ title }) => title);
    holds(left.sort().join() === 'Dawn,Night,Nobody’s', `the service has the others: ${left.join()}`);
    holds((await list()) === `Dawn ${dawn}`, 'the list has one less');
  },
};

interface StoredFilm {
  title: string;
  videoId: string;
}
