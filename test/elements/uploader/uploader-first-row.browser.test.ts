import { expect } from 'chai';
import { makeFile } from '../../support/uploader-file.ts';
import { clearPage, service, setUpPage, show } from '../../support/uploader-page.ts';

describe('<vh-uploader>, the first row of a page', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('is not made in the task of the first number format, which takes long', async () => {
    const { NumberFormat } = Intl;
    /** For each format after the first, whether it was made in the same task. */
    const madeBeside: boolean[] = [];
    let isFirstTask: boolean | undefined;
    Intl.NumberFormat = new Proxy(NumberFormat, {
      construct: (target, given: ConstructorParameters<typeof NumberFormat>) => {
        if (isFirstTask !== undefined) madeBeside.push(isFirstTask);
        else setTimeout(() => (isFirstTask = false));
        isFirstTask ??= true;
        return new target(...given);
      },
    });
    try {
      const uploader = await show();
      service.faults.push(undefined, 'silence', 'silence');
      uploader.choose(makeFile(10));
      await uploader.until(() => uploader.bar !== undefined && madeBeside.length > 0);
    } finally {
      Intl.NumberFormat = NumberFormat;
    }
    expect(madeBeside).not.to.include(true);
  });
});
