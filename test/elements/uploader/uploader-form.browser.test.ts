import { expect } from 'chai';
import { makeFile } from '../../support/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/uploader-page.ts';

describe('<vh-uploader>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  describe('in a form', () => {
    let form: HTMLFormElement;

    beforeEach(() => {
      form = document.createElement('form');
      stage.append(form);
    });

    it("submits the video's id under its name", async () => {
      const uploader = await show({ name: 'video' }, form);
      expect(new FormData(form).has('video')).to.equal(false);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      expect(new FormData(form).get('video')).to.equal('vi1');
      expect(uploader.element.form).to.equal(form);
    });

    it('may be submitted by whoever hears that it is done', async () => {
      const uploader = await show({ name: 'video', required: '' }, form);
      const submitted = new Promise<void>((resolve) => {
        form.addEventListener('submit', (event) => {
          event.preventDefault();
          resolve();
        });
      });
      uploader.element.addEventListener('vh-upload-done', () => {
        form.requestSubmit();
      });
      uploader.choose(makeFile(10));
      await submitted;
    });

    it('holds the form back while it is required and empty, and while it uploads', async () => {
      const uploader = await show({ required: '' }, form);
      expect(uploader.element.validity.valueMissing).to.equal(true);
      expect(form.checkValidity()).to.equal(false);
      uploader.element.required = false;
      await uploader.element.updateComplete;
      expect(form.checkValidity()).to.equal(true);
      service.faults.push('silence');
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-start');
      expect(uploader.element.validity.customError).to.equal(true);
      expect(uploader.element.validationMessage).to.contain('wait');
    });

    it('is empty again after a reset', async () => {
      const uploader = await show({ name: 'video' }, form);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      form.reset();
      expect(uploader.element.value).to.equal('');
      expect(new FormData(form).has('video')).to.equal(false);
      await uploader.until(() => uploader.buttons.includes('Choose a video'));
    });

    it('takes nothing while its fieldset is disabled', async () => {
      const fieldset = document.createElement('fieldset');
      fieldset.disabled = true;
      form.append(fieldset);
      const uploader = await show({}, fieldset);
      await uploader.until(() => uploader.buttons.length === 0);
      uploader.choose(makeFile(10));
      uploader.drag(makeFile(10), true);
      expect(uploader.events).to.have.length(0);
      fieldset.disabled = false;
      await uploader.until(() => uploader.buttons.includes('Choose a video'));
    });
  });
});
