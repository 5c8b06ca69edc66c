import { expect } from 'chai';
import { makeBytes, makeFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

describe('<vh-uploader>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('keeps the focus inside when buttons come and go', async () => {
    const uploader = await show();
    uploader.button(words('uploader.choose')).focus();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.focused === words('uploader.pause'));
    await uploader.when('vh-upload-progress');
    await uploader.pressSoon(words('uploader.pause'));
    await uploader.until(() => uploader.focused === words('uploader.resume'));
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => uploader.focused === words('uploader.choose'));
    expect(document.activeElement).to.equal(uploader.element);
  });

  it('takes no focus that it did not have', async () => {
    const uploader = await show();
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    expect(document.activeElement).not.to.equal(uploader.element);
  });

  it('keeps uploading when it is moved', async () => {
    const uploader = await show();
    const other = document.createElement('section');
    stage.append(other);
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    other.append(uploader.element);
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
  });

  it('asks before the page is left, and only while bytes would be lost', async () => {
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const uploader = await show();
    expect(leave()).to.equal(false);
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-progress');
    expect(leave()).to.equal(true);
    uploader.element.cancel();
    expect(leave()).to.equal(false);
  });

  describe('and the screen', () => {
    let held = 0;
    beforeEach(() => {
      held = 0;
      const request = () => {
        let isOver = false;
        held++;
        const release = () => {
          if (!isOver) held--;
          isOver = true;
          return Promise.resolve();
        };
        return Promise.resolve({ release });
      };
      Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    });
    afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

    it('stays awake while it sends, and no longer', async () => {
      const uploader = await show();
      service.faults.push('silence', undefined);
      uploader.choose(makeFile(10));
      await uploader.until(() => held === 1);
      await uploader.when('vh-upload-progress');
      await uploader.pressSoon(words('uploader.pause'));
      await uploader.until(() => held === 0);
      uploader.press(words('uploader.resume'));
      await uploader.until(() => held === 1);
      await uploader.when('vh-upload-playable');
      await uploader.until(() => held === 0);
    });

    it('is released when the upload fails, is cancelled or removed', async () => {
      const uploader = await show();
      service.faults.push({ status: 400 }, 'silence', 'silence');
      uploader.choose(makeFile(10));
      await uploader.when('vh-error');
      await uploader.until(() => held === 0);
      uploader.press(words('uploader.retry'));
      await uploader.until(() => held === 1);
      uploader.element.cancel();
      await uploader.until(() => held === 0);
      uploader.choose(makeFile(10));
      await uploader.until(() => held === 1);
      uploader.element.remove();
      await uploader.until(() => held === 0);
    });
  });
});
