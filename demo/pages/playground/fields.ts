import type { AttributeFace, SlotFace } from '../../playground/face/face.ts';
import { textOf, valueOfAttribute } from '../../playground/state/choice.ts';
import { build, described } from './build.ts';

/** Takes a value by its name; without one, there is none any more. */
export type Take = (name: string, value: string | undefined) => void;

let count = 0;
const freshId = () => `field-${++count}`;

/** The control of an attribute, with its description. */
export function attributeField(face: AttributeFace, value: string | undefined, take: Take): HTMLElement {
  const { name, kind, description } = face;
  const hint = build('p', { id: freshId(), className: 'quiet' }, ...described(description));
  if (kind === 'switch') {
    const box = build('input', { type: 'checkbox', checked: value !== undefined });
    box.onchange = () => take(name, box.checked ? '' : undefined);
    describe(box, hint);
    return row(name, build('label', {}, box, build('code', {}, name)), hint);
  }
  if (kind === 'choice') return choiceField(face, value, take, hint);
  return textField(face, value, take, hint);
}

function choiceField({ name, words }: AttributeFace, value: string | undefined, take: Take, hint: Element) {
  const list = build(
    'select',
    { id: freshId() },
    build('option', { value: '' }, '–'),
    ...words.map((word) => build('option', { value: word, selected: word === value }, word)),
  );
  list.onchange = () => take(name, list.value || undefined);
  describe(list, hint);
  return row(name, build('label', { htmlFor: list.id }, build('code', {}, name)), list, hint);
}

function textField(face: AttributeFace, value: string | undefined, take: Take, hint: Element) {
  const { name, words } = face;
  const isNumber = face.kind === 'number';
  const field = build('input', {
    ...{ id: freshId(), type: 'text', value: value ?? '', maxLength: 200, autocomplete: 'off' },
    ...{ inputMode: isNumber ? 'decimal' : 'text', placeholder: isNumber ? face.default : '' },
  });
  const wrong = build('p', { id: freshId(), className: 'wrong', hidden: true }, 'A number, such as 10.');
  field.oninput = () => {
    const taken = valueOfAttribute(face, field.value);
    const isWrong = taken === undefined && textOf(field.value) !== '';
    field.ariaInvalid = isWrong ? 'true' : null;
    wrong.hidden = !isWrong;
    describe(field, ...(isWrong ? [wrong, hint] : [hint]));
    take(name, taken);
  };
  describe(field, hint);
  const suggestions = build(
    'datalist',
    { id: freshId() },
    ...words.map((value) => build('option', { value })),
  );
  if (words.length > 0) field.setAttribute('list', suggestions.id);
  const label = build('label', { htmlFor: field.id }, build('code', {}, name));
  return row(name, label, field, suggestions, wrong, hint);
}

/** The field for the text of a slot. */
export function slotField(
  { name, description }: SlotFace,
  value: string | undefined,
  take: Take,
): HTMLElement {
  const hint = build('p', { id: freshId(), className: 'quiet' }, ...described(description));
  const field = build('input', {
    ...{ id: freshId(), type: 'text', value: value ?? '', maxLength: 200, autocomplete: 'off' },
  });
  field.oninput = () => take(name, textOf(field.value) || undefined);
  describe(field, hint);
  const label = build('label', { htmlFor: field.id }, name === '' ? 'default' : build('code', {}, name));
  return row(name, label, field, hint);
}

const describe = (field: Element, ...hints: readonly Element[]) =>
  field.setAttribute('aria-describedby', hints.map(({ id }) => id).join(' '));

/** A control, which the filter finds by the words in it. */
function row(name: string, ...inside: readonly Node[]): HTMLElement {
  const box = build('div', { className: 'row' }, ...inside);
  box.dataset.name = name;
  return box;
}
