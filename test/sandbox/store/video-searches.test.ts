import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { VideoSearches } from '../../../packages/vh-elements-sandbox/src/resources/sandbox/video-searches.ts';
import { Videos } from '../../../packages/vh-elements-sandbox/src/store/media/videos.ts';

const PAGE = { pageSize: 2, offset: 0 };

describe('a search that is made again and again', () => {
  let database: Database;
  let videos: Videos;
  let searches: VideoSearches;
  let made = 0;
  beforeEach(() => {
    database = new Database(':memory:');
    videos = new Videos(database);
    made = 0;
    searches = new VideoSearches({
      list: (...given) => {
        made++;
        return videos.list(...given);
      },
      get: (videoId) => videos.get(videoId),
      get revision() {
        return videos.revision;
      },
    });
  });
  afterEach(() => {
    database.close();
  });
  const find = (text: string, page = PAGE) => {
    const { videos: found, total } = searches.page(text, page);
    return [found.map(({ title }) => title), total];
  };

  it('goes through the videos once, and shows each as it is now', () => {
    const { videoId } = videos.create({ title: 'First film' });
    videos.create({ title: 'Second film' });
    videos.create({ title: 'Third film' });
    const found = () => find('film');
    assert.deepEqual(found(), [['Third film', 'Second film'], 3]);
    videos.setThumbnail(videoId, 'image/jpeg');
    videos.update(videoId, { description: 'Seen' });
    assert.deepEqual(found(), [['Third film', 'Second film'], 3]);
    assert.equal(made, 1);
    assert.deepEqual(find('film', { pageSize: 2, offset: 2 }), [['First film'], 3]);
    assert.equal(made, 2);
    const [shown] = searches.page('film', { pageSize: 2, offset: 2 }).videos;
    assert.deepEqual([shown?.description, shown?.thumbnailType], ['Seen', 'image/jpeg']);
    assert.equal(made, 2);
  });

  it('finds what is made, renamed or deleted meanwhile', () => {
    const { videoId } = videos.create({ title: 'First film' });
    assert.deepEqual(find('film'), [['First film'], 1]);
    const second = videos.create({ title: 'Second film' });
    assert.deepEqual(find('film'), [['Second film', 'First film'], 2]);
    videos.update(videoId, { title: 'Renamed' });
    assert.deepEqual(find('film'), [['Second film'], 1]);
    videos.delete(second.videoId);
    assert.deepEqual(find('film'), [[], 0]);
    assert.deepEqual(find(videoId), [['Renamed'], 1]);
    videos.delete(videoId);
    assert.deepEqual(find(videoId), [[], 0]);
    assert.deepEqual(find(''), [[], 0]);
  });
});
