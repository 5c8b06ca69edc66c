import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import {
  Encodings,
  type Rendition,
} from '../../../packages/vh-elements-sandbox/src/store/media/encodings.ts';
import { Videos } from '../../../packages/vh-elements-sandbox/src/store/media/videos.ts';

describe('events of renditions', () => {
  let folder: string;
  let database: Database;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-reported-'));
    database = new Database(path.join(folder, 'sandbox.db'));
  });
  after(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });

  it('goes from the lowest up, skips what failed, and comes once', () => {
    const { videoId } = new Videos(database).create({ title: '' });
    const encodings = new Encodings(database);
    const put = (type: Rendition['type'], quality: string, status: Rendition['status']) => {
      encodings.putRendition(videoId, { type, quality, status, variant: undefined });
      return encodings.takeUnreported(videoId).map((rendition) => `${rendition.type} ${rendition.quality}`);
    };
    for (const quality of ['240p', '360p', '1080p']) assert.deepEqual(put('hls', quality, 'waiting'), []);
    // The source's own is ready first, but reported last.
    assert.deepEqual(put('hls', '1080p', 'encoded'), []);
    assert.deepEqual(put('mp4', '1080p', 'encoded'), ['mp4 1080p']);
    assert.deepEqual(put('hls', '240p', 'encoded'), ['hls 240p']);
    assert.deepEqual(put('hls', '360p', 'encoding'), []);
    assert.deepEqual(put('hls', '360p', 'failed'), ['hls 1080p']);
    assert.deepEqual(encodings.takeUnreported(videoId), []);
  });
});
