import { after, before, describe, it } from 'node:test';
import { FaultPage } from './support/fault-page.ts';
import { FaultServices } from '../../support/upload/faults/fault-services.ts';
import { movesOf, withHangTimeout } from '../../support/upload/faults/with-hang-timeout.ts';
import { announceSeed } from '../../support/seeded.ts';

describe('an upload of a page in Chromium over a faulty line', () => {
  const seed = announceSeed();
  const services = new FaultServices();
  let page: FaultPage;

  before(async () => {
    await services.open();
    page = await FaultPage.open();
  });

  after(async () => {
    await page.close();
    await services.close();
  });

  it(`ends in the right bytes and one video, or in the right error (SEED=${seed})`, () =>
    services.assertRight({ seed, count: 30 }, (schedule, service) =>
      withHangTimeout(page.run(schedule, service), { seed: schedule.seed, moves: () => movesOf(service) }),
    ));
});
