import { expect } from 'chai';
import { NumberFormatTasks } from '../support/number-format-tasks.ts';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show } from '../../../support/elements/uploader-page.ts';

describe('<vh-uploader>, the first row of a page', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('is not made in the task of the first number format, which takes long', async () => {
    const formats = new NumberFormatTasks();
    try {
      const uploader = await show();
      service.faults.push(undefined, 'silence', 'silence');
      uploader.choose(makeFile(10));
      await uploader.until(() => uploader.bar !== undefined && formats.madeBeside.length > 0);
    } finally {
      formats.end();
    }
    expect(formats.madeBeside).not.to.include(true);
  });
});
