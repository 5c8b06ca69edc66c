import { build } from '../../build.ts';

/** Says something to people who do not see the page, too. */
export function say(sentence: string): void {
  const said = document.querySelector('#said');
  if (said) said.textContent = sentence;
}

/** Shows at the bottom of the page how something went wrong, or nothing any more. */
export function notify(sentence: string): void {
  const notice = document.querySelector<HTMLElement>('#notice');
  if (!notice) return;
  if (notice.textContent !== sentence) notice.textContent = sentence;
  notice.hidden = sentence === '';
}

/** A button. While its work lasts it cannot be pressed again; how the work fails is shown. */
export function button(words: string, act: () => void | Promise<void>, className = ''): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = words;
  made.addEventListener('click', () => void run(made, act));
  return made;
}

async function run(pressed: HTMLElement, act: () => void | Promise<void>): Promise<void> {
  if (pressed.ariaDisabled === 'true') return;
  // Not disabled: that would take the focus away.
  pressed.ariaDisabled = 'true';
  try {
    await act();
  } catch (error) {
    notify(error instanceof Error ? error.message : 'It did not work.');
  } finally {
    pressed.ariaDisabled = null;
  }
}

/** A button that copies a text, which may have to be fetched first. */
export function copy(words: string, text: string | (() => Promise<string>)): HTMLButtonElement {
  const made = button(words, async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    made.textContent = 'Copied';
    say('Copied');
  });
  made.addEventListener('blur', () => (made.textContent = words));
  return made;
}

/** A secret that is not on the page until somebody asks for it. */
export function secret(name: string, text: string): HTMLElement {
  const shown = build('code', 'secret', '••••••••');
  const toggle = button(`Show ${name}`, () => {
    const hides = toggle.ariaPressed === 'true';
    toggle.ariaPressed = String(!hides);
    toggle.textContent = `${hides ? 'Show' : 'Hide'} ${name}`;
    shown.textContent = hides ? '••••••••' : text;
  });
  toggle.ariaPressed = 'false';
  return build('span', 'row', shown, toggle, copy(`Copy ${name}`, text));
}

let fields = 0;

/** A labelled input, select or text area. */
export function field(label: string, input: HTMLElement): HTMLElement {
  fields += 1;
  input.id = `field-${String(fields)}`;
  // Beside it: around a list, its options would be in its name.
  const made = document.createElement('label');
  made.htmlFor = input.id;
  made.textContent = label;
  return build('div', 'field', made, input);
}

/** An input of a type. */
export function input(type: string, settings: Partial<HTMLInputElement> = {}): HTMLInputElement {
  const made = document.createElement('input');
  made.type = type;
  Object.assign(made, settings);
  return made;
}

/** A list to choose from. */
export function choice(options: readonly string[]): HTMLSelectElement {
  const made = document.createElement('select');
  made.append(...options.map((option) => new Option(option, option)));
  return made;
}

/** A form with one button; how its work fails is shown. */
export function form(words: string, act: () => Promise<void>, ...fields: Node[]): HTMLFormElement {
  const made = document.createElement('form');
  const send = button(words, () => undefined, 'main');
  send.type = 'submit';
  made.append(...fields, send);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    notify('');
    void run(send, act);
  });
  return made;
}

/** Asks before something is done that cannot be taken back. */
export function confirmed(question: string, words: string): Promise<boolean> {
  const dialog = document.createElement('dialog');
  const text = build('p', '', question);
  text.id = 'question';
  dialog.setAttribute('aria-labelledby', text.id);
  const close = (answer: string) =>
    button(answer, () => dialog.close(answer), answer === words ? 'danger' : '');
  dialog.append(text, build('div', 'row', close('Cancel'), close(words)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === words);
    });
  });
}

/** A value as indented JSON. */
export function json(value: unknown, label: string): HTMLElement {
  const made = build('pre', '', JSON.stringify(value, null, 2));
  made.tabIndex = 0;
  made.setAttribute('role', 'region');
  made.setAttribute('aria-label', label);
  return made;
}

/** A heading and what is below it. */
export function section(title: string, ...children: (Node | string)[]): HTMLElement {
  return build('section', 'card', build('h3', '', title), ...children);
}
