import { expect } from 'chai';
import { uploads } from '../../../src/upload/index.ts';
import { PageWatch } from './support/page-watch.ts';
import { makeOwnFile } from '../../support/upload/uploader-file.ts';
import { clearPage, matches, service, setUpPage, show } from '../../support/elements/uploader-page.ts';
import { until } from '../../support/until.ts';
import { words } from '../../support/words.ts';

describe('<vh-uploader>, added and removed', () => {
  let watch: PageWatch;

  beforeEach(setUpPage);
  afterEach(clearPage);
  afterEach(() => watch.end());

  it('releases its listeners and memory over a thousand times', async () => {
    watch = new PageWatch();
    for (let time = 0; time < 1_000; time++) {
      const { element } = await show();
      element.remove();
    }
    await Promise.resolve();
    expect(watch.listeners).to.deep.equal([]);
    expect(watch.timers).to.equal(0);
  });

  it('shows and says nothing of an upload that was cancelled while it was out', async () => {
    watch = new PageWatch();
    const uploader = await show();
    const { parentElement } = uploader.element;
    service.faults.push('silence');
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.until(() => uploader.spoken !== '' && service.seen.length === 1);
    uploader.element.remove();
    await uploader.until(() => matches(uploader.element, 'empty'));
    uploads().cancel();
    parentElement?.append(uploader.element);
    await uploader.element.updateComplete;
    expect(uploader.spoken).to.equal('');
    expect(uploader.rows).to.deep.equal([]);
    service.faults.length = 0;
    uploader.choose(makeOwnFile('b.mp4'));
    await uploader.when('vh-upload-playable');
    await uploader.until(() => uploader.spoken === words('uploader.playable'));
  });

  it('releases everything when its uploads are cancelled after it was removed', async () => {
    watch = new PageWatch();
    for (let time = 0; time < 10; time++) {
      const uploader = await show({ multiple: '' });
      service.faults.push('silence', 'silence');
      uploader.choose(...['a.mp4', 'b.mp4', 'c.mp4'].map(makeOwnFile));
      await uploader.until(() => service.seen.length === 2);
      uploader.element.remove();
      await uploader.until(() => matches(uploader.element, 'empty'));
      uploads().cancel();
      service.seen.length = service.faults.length = 0;
    }
    // It did ask before the page was left.
    expect(watch.count).to.be.greaterThan(10);
    expect(watch.listeners).to.deep.equal([]);
    // A question to the browser's storage may still be on its way.
    await until(() => watch.timers === 0);
  });
});
