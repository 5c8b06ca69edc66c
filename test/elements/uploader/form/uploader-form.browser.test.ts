import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { settled } from '../../../support/until.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

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

    it('may be submitted by a listener of vh-upload-done', async () => {
      const uploader = await show({ name: 'video', required: '' }, form);
      const submitted = new Promise<FormData>((resolve) => {
        form.addEventListener('submit', (event) => {
          event.preventDefault();
          resolve(new FormData(form));
        });
      });
      uploader.element.addEventListener('vh-upload-done', () => {
        form.requestSubmit();
      });
      uploader.choose(makeFile(10));
      expect((await submitted).get('video')).to.equal('vi1');
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

    it('marks the missing video once the form has asked, until there is a video', async () => {
      const uploader = await show({ required: '', name: 'film' }, form);
      expect(uploader.text).not.to.contain(words('uploader.required'));
      form.requestSubmit();
      await uploader.until(() => uploader.text.includes(words('uploader.required')));
      expect(uploader.spoken).to.equal(words('uploader.required'));
      expect(await axeViolations(stage)).to.deep.equal([]);
      await settled(30);
      expect(uploader.text).to.contain(words('uploader.required'));
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      await uploader.until(() => !uploader.text.includes(words('uploader.required')));
      form.reset();
      await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
      expect(uploader.text).not.to.contain(words('uploader.required'));
    });

    it('lets go of a finished upload that a person takes out', async () => {
      const uploader = await show({ name: 'film' }, form);
      const types: string[] = [];
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-playable');
      expect(new FormData(form).has('film')).to.equal(true);
      for (const type of ['input', 'change']) form.addEventListener(type, () => types.push(type));
      await uploader.pressSoon(words('uploader.remove'));
      await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
      expect(new FormData(form).has('film')).to.equal(false);
      expect(types).to.deep.equal(['input', 'change']);
    });

    it('is empty again after a reset', async () => {
      const uploader = await show({ name: 'video' }, form);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      form.reset();
      expect(uploader.element.value).to.equal('');
      expect(new FormData(form).has('video')).to.equal(false);
      await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
    });

    it('accepts no file while its fieldset is disabled', async () => {
      const fieldset = document.createElement('fieldset');
      fieldset.disabled = true;
      form.append(fieldset);
      const uploader = await show({}, fieldset);
      await uploader.until(() => uploader.buttons.length === 0);
      uploader.choose(makeFile(10));
      uploader.drag(makeFile(10), true);
      expect(uploader.events).to.have.length(0);
      fieldset.disabled = false;
      await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
    });

    it('submits one entry for each of several videos, in the order of the rows', async () => {
      const uploader = await show({ name: 'video', multiple: '', concurrency: '1' }, form);
      uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
      await uploader.until(() => uploader.element.values.length === 2);
      expect(new FormData(form).getAll('video')).to.deep.equal(['vi1', 'vi2']);
      await uploader.pressSoon(`${words('uploader.moveUp')}: b.mp4`);
      expect(new FormData(form).getAll('video')).to.deep.equal(['vi2', 'vi1']);
      uploader.press(`${words('uploader.remove')}: b.mp4`);
      expect(new FormData(form).getAll('video')).to.deep.equal(['vi1']);
      expect(uploader.element.value).to.equal('vi1');
    });

    it('submits under its present name, and no entry without a name', async () => {
      const uploader = await show({ name: 'video' }, form);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      uploader.element.name = 'clip';
      await uploader.element.updateComplete;
      expect([...new FormData(form).entries()]).to.deep.equal([['clip', 'vi1']]);
      uploader.element.removeAttribute('name');
      await uploader.element.updateComplete;
      expect([...new FormData(form).entries()]).to.deep.equal([]);
      expect(uploader.element.value).to.equal('vi1');
    });

    it('brings back what the browser has kept of an earlier visit', async () => {
      const uploader = await show({ name: 'video', required: '' }, form);
      uploader.element.formStateRestoreCallback('{"videos":[{"videoId":"vi9","name":"trip.mp4"}]}');
      expect(new FormData(form).get('video')).to.equal('vi9');
      expect(form.checkValidity()).to.equal(true);
      await uploader.until(() => uploader.rows.includes('trip.mp4'));
      expect(uploader.text).to.contain(words('uploader.stored'));
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      expect(new FormData(form).getAll('video')).to.deep.equal(['vi1']);
    });

    it('ignores a form state that is not its own', async () => {
      const uploader = await show({ name: 'video' }, form);
      const states = [
        null,
        '',
        'vi9',
        '{',
        '{"videos":1}',
        '{"videos":[1,null]}',
        '{"videos":[{"videoId":"../x"}]}',
        '{"videos":[{"name":"a"}]}',
        new FormData(),
      ];
      for (const state of states) uploader.element.formStateRestoreCallback(state);
      await uploader.element.updateComplete;
      expect(new FormData(form).has('video')).to.equal(false);
      expect(uploader.rows).to.deep.equal([]);
    });

    it('is called by its label, and a click on that opens the dialog', async () => {
      const label = document.createElement('label');
      label.textContent = 'Your holiday';
      label.htmlFor = 'holiday';
      form.append(label);
      const uploader = await show({ id: 'holiday' }, form);
      let clicks = 0;
      uploader.input.addEventListener('click', (event) => {
        event.preventDefault();
        clicks++;
      });
      expect([...uploader.element.labels]).to.deep.equal([label]);
      expect(uploader.name).to.equal('Your holiday');
      label.click();
      expect(clicks).to.equal(1);
      uploader.element.click();
      expect(clicks).to.equal(2);
      uploader.element.focus();
      expect(uploader.focused).to.equal(words('uploader.choose'));
    });

    it("holds the form back for a reason of the page's own", async () => {
      const uploader = await show({}, form);
      uploader.element.setCustomValidity('Not today.');
      expect(form.checkValidity()).to.equal(false);
      expect(uploader.element.validationMessage).to.equal('Not today.');
      uploader.element.setCustomValidity('');
      expect(form.checkValidity()).to.equal(true);
      expect(uploader.element.checkValidity()).to.equal(true);
    });

    it('shows where the reason is when a form may not be submitted', async () => {
      const uploader = await show({ required: '' }, form);
      expect(uploader.element.reportValidity()).to.equal(false);
      await uploader.until(() => uploader.focused === words('uploader.choose'));
    });
  });
});
