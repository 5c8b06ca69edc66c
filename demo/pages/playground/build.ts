/** An element with its properties and what is in it. Text is text. */
export function build<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
}

/** A description, with what stands between backticks as code. */
export const described = (text: string): (Node | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? build('code', {}, part) : part));

/** A part of the controls that opens and closes. */
export function section(title: string, isOpen: boolean, ...inside: readonly Node[]): HTMLDetailsElement {
  return build('details', { open: isOpen }, build('summary', {}, title), ...inside);
}

/** Choices of which one is made: radio buttons. */
export function radios(
  legend: string,
  name: string,
  choices: readonly (readonly [value: string, label: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLFieldSetElement {
  const labels = choices.map(([value, label]) =>
    build(
      'label',
      {},
      build('input', {
        type: 'radio',
        name,
        value,
        checked: value === chosen,
        onchange: () => choose(value),
      }),
      label,
    ),
  );
  return build('fieldset', {}, build('legend', {}, legend), ...labels);
}
