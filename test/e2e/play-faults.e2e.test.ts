import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PlayPages } from '../support/play-faults/play-page.ts';
import { describeSchedule, makePlaySchedule } from '../support/play-faults/play-schedule.ts';
import { announceSeed } from '../support/seeded.ts';

const COUNT = 8;

describe('a playback of a page in Chromium over a faulty line', () => {
  const seed = announceSeed();
  let pages: PlayPages;

  before(async () => (pages = await PlayPages.open()));
  after(() => pages.close());

  it(`plays, ends, or says in time why not (SEED=${seed})`, async () => {
    const wrong: string[] = [];
    let done = 0;
    const schedules = Array.from({ length: COUNT }, (_, at) => makePlaySchedule(seed + at));
    await pages.runAll(schedules, COUNT / 2, (schedule, { fault }) => {
      done += 1;
      if (fault !== undefined) wrong.push(`${fault}: ${describeSchedule(schedule)}`);
    });
    assert.deepEqual(wrong, []);
    assert.equal(done, COUNT);
  });
});
