import { after, before, describe, it } from 'node:test';
import { FaultPage } from '../support/faults/fault-page.ts';
import { FaultHouses } from '../support/faults/fault-houses.ts';
import { orHang } from '../support/faults/or-hang.ts';
import { announceSeed } from '../support/seeded.ts';

describe('an upload of a page in Chromium over a faulty line', () => {
  const seed = announceSeed();
  const houses = new FaultHouses();
  let page: FaultPage;

  before(async () => {
    await houses.open();
    page = await FaultPage.open();
  });

  after(async () => {
    await page.close();
    await houses.close();
  });

  it(`ends in the right bytes and one video, or in the right error (SEED=${seed})`, () =>
    houses.assertRight({ seed, count: 60 }, (schedule, house) =>
      orHang(page.run(schedule, house), schedule),
    ));
});
