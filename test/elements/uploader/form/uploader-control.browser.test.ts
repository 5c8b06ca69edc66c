import { expect } from 'chai';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

describe('<vh-uploader>, as a control', () => {
  let form: HTMLFormElement;

  beforeEach(() => {
    setUpPage();
    form = document.createElement('form');
    stage.append(form);
  });
  afterEach(clearPage);

  it('has the properties of a native control', async () => {
    const { element } = await show({ name: 'video', id: 'film' }, form);
    expect(element.type).to.equal('vh-uploader');
    expect(element.willValidate).to.equal(true);
    expect([...form.elements]).to.deep.equal([element]);
    expect(form.elements.namedItem('video')).to.equal(element);
    expect(form.elements.namedItem('film')).to.equal(element);
  });

  it('answers its form and its page as a native field does', async () => {
    const native = Object.assign(document.createElement('input'), { required: true });
    const { element } = await show({ required: '' }, form);
    const other = document.createElement('form');
    stage.append(other);
    other.append(native);
    const ask = (control: typeof native | typeof element) => {
      const seen: string[] = [];
      const note = (event: Event) => {
        event.preventDefault();
        seen.push(event.type);
      };
      const { valid, valueMissing, customError } = control.validity;
      for (const target of [control, control.form])
        for (const type of ['invalid', 'submit']) target?.addEventListener(type, note);
      const may = control.checkValidity();
      control.form?.requestSubmit();
      for (const target of [control, control.form])
        for (const type of ['invalid', 'submit']) target?.removeEventListener(type, note);
      return { valid, valueMissing, customError, may, seen, message: control.validationMessage };
    };
    /** What both do; the words of a browser differ. */
    const alike = (own?: string) => {
      const [field, uploader] = [ask(native), ask(element)];
      if (own !== undefined) expect([field.message, uploader.message]).to.deep.equal([own, own]);
      const shape = ({ message, ...rest }: typeof field) => ({ ...rest, says: message !== '' });
      expect(shape(uploader)).to.deep.equal(shape(field));
      return uploader.seen;
    };
    expect(alike()).to.deep.equal(['invalid', 'invalid']);
    for (const control of [native, element]) control.setCustomValidity('Not today.');
    alike('Not today.');
    for (const control of [native, element]) control.value = 'vi7';
    expect(alike('Not today.')).to.deep.equal(['invalid', 'invalid']);
    for (const control of [native, element]) control.setCustomValidity('');
    expect(alike('')).to.deep.equal(['submit']);
    for (const control of [native, element]) control.value = '';
    expect(alike()).to.deep.equal(['invalid', 'invalid']);
    for (const control of [native, element]) control.disabled = true;
    await element.updateComplete;
    expect(alike()).to.deep.equal(['submit']);
  });

  it('belongs to the form around it, or to the one that it names, as a native field does', async () => {
    const native = Object.assign(document.createElement('input'), { name: 'field', value: 'vi7' });
    const { element } = await show({ name: 'video' }, form);
    form.prepend(native);
    element.value = 'vi7';
    const other = Object.assign(document.createElement('form'), { id: 'other' });
    stage.append(other);
    const places: [string, () => void, HTMLFormElement | null][] = [
      ['inside', () => undefined, form],
      ['named', () => [native, element].map((one) => one.setAttribute('form', 'other')), other],
      ['named, and none', () => other.remove(), null],
      [
        'moved out',
        () => [native, element].map((one) => (one.removeAttribute('form'), stage.append(one))),
        null,
      ],
      ['back', () => form.append(native, element), form],
    ];
    for (const [where, go, owner] of places) {
      go();
      expect([native.form, element.form], where).to.deep.equal([owner, owner]);
      for (const one of [form, other]) {
        const sent =
          owner === one
            ? [
                ['field', 'vi7'],
                ['video', 'vi7'],
              ]
            : [];
        expect([...new FormData(one)], where).to.deep.equal(sent);
      }
    }
  });

  it('is not validated while it, or its fieldset, is disabled', async () => {
    const fieldset = document.createElement('fieldset');
    form.append(fieldset);
    const { element } = await show({ required: '' }, fieldset);
    element.disabled = true;
    await element.updateComplete;
    expect(element.willValidate).to.equal(false);
    expect(form.checkValidity()).to.equal(true);
    element.disabled = false;
    await element.updateComplete;
    expect(element.willValidate).to.equal(true);
    fieldset.disabled = true;
    expect(element.willValidate).to.equal(false);
  });

  it("puts the video's id into what listens for the form's data", async () => {
    const uploader = await show({ name: 'video' }, form);
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
    let ids: unknown[] = [];
    form.addEventListener('formdata', ({ formData }) => (ids = formData.getAll('video')));
    new FormData(form);
    expect(ids).to.deep.equal(['vi1']);
  });

  it('lets its buttons be pressed inside its own label, and opens no dialog for them', async () => {
    const label = document.createElement('label');
    label.append('Your video');
    form.append(label);
    const uploader = await show({}, label);
    let dialogs = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      dialogs++;
    });
    uploader.press(words('uploader.choose'));
    expect(dialogs).to.equal(1);
    label.click();
    expect(dialogs).to.equal(2);
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.buttons.includes(words('uploader.pause')));
    uploader.element.multiple = true;
    await uploader.until(() =>
      uploader.buttons.some((name) => name.startsWith(`${words('uploader.pause')}: `)),
    );
    uploader.pressPart('pause-button');
    expect(dialogs).to.equal(2);
  });

  it('fires input and change when its value changes, and not when a file is chosen', async () => {
    const uploader = await show({ name: 'video', multiple: '', concurrency: '1' }, form);
    const heard: string[] = [];
    for (const type of ['input', 'change'])
      form.addEventListener(type, ({ target, bubbles, cancelable }) => {
        expect([target, bubbles, cancelable]).to.deep.equal([uploader.element, true, false]);
        heard.push(`${type} ${uploader.element.values.join()}`);
      });
    uploader.input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await uploader.until(() => uploader.element.values.length === 2);
    expect(heard).to.deep.equal(['input vi1', 'change vi1', 'input vi1,vi2', 'change vi1,vi2']);
    await uploader.pressSoon(`${words('uploader.moveUp')}: b.mp4`);
    expect(heard.slice(4)).to.deep.equal(['input vi2,vi1', 'change vi2,vi1']);
    uploader.press(`${words('uploader.remove')}: b.mp4`);
    expect(heard.slice(6)).to.deep.equal(['input vi1', 'change vi1']);
    form.reset();
    expect(heard).to.have.length(8);
  });

  it('can be styled by whether it is valid', async () => {
    const uploader = await show({ name: 'video', required: '' }, form);
    expect(uploader.element.matches(':invalid[required]')).to.equal(true);
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
    expect(uploader.element.matches(':valid')).to.equal(true);
  });

  it('takes the focus to what can be reached when the form waits for an upload', async () => {
    const uploader = await show({}, form);
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.buttons.includes(words('uploader.pause')));
    expect(uploader.element.reportValidity()).to.equal(false);
    await uploader.until(() => uploader.focused === words('uploader.pause'));
  });

  it('takes the id of a video that is there already, and is emptied', async () => {
    const uploader = await show({ name: 'video', required: '' }, form);
    let changes = 0;
    form.addEventListener('change', () => changes++);
    uploader.element.value = 'vi7';
    expect(new FormData(form).get('video')).to.equal('vi7');
    expect(form.checkValidity()).to.equal(true);
    await uploader.until(() => uploader.text.includes(words('uploader.stored')));
    uploader.element.value = '';
    expect(new FormData(form).has('video')).to.equal(false);
    expect(form.checkValidity()).to.equal(false);
    await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
    uploader.element.value = '../vi7';
    expect(uploader.element.value).to.equal('');
    expect(changes).to.equal(0);
  });
});
