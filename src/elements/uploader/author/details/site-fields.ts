/** A field of the site's own in the slot `details`, as every native one and most others are. */
type Control = HTMLElement & { name: string; value: unknown; type?: unknown; checked?: unknown };

type Values = Readonly<Record<string, string>>;

/**
 * The site's own fields. They are elements of the page, and there is one of each: their values belong to the film whose area is
 * open.
 */
export class SiteFields {
  #slot: HTMLSlotElement | undefined;
  /** The values that the page has given them. */
  #defaults: Values | undefined;

  /** Follows what the page puts into the slot. */
  follow(slot: HTMLSlotElement): void {
    this.#slot = slot;
    if (this.#controls.length > 0) this.#defaults ??= this.values;
  }

  /** The present values by name; several of one name are one text. */
  get values(): Values {
    const values: Record<string, string> = {};
    for (const control of this.#controls) {
      const { name } = control;
      const value = valueOf(control);
      if (value === undefined) values[name] ??= '';
      else values[name] = values[name] ? `${values[name]}, ${value}` : value;
    }
    return values;
  }

  /** Shows these values; without any, those that the page has given. */
  show(values: Values = this.#defaults ?? {}): void {
    for (const control of this.#controls) {
      const value = values[control.name];
      if (value === undefined) continue;
      if (isChoice(control)) control.checked = value.split(', ').includes(String(control.value));
      else control.value = value;
    }
  }

  get #controls(): Control[] {
    const roots = this.#slot?.assignedElements({ flatten: true }) ?? [];
    return roots.flatMap((root) => [root, ...root.querySelectorAll('[name]')]).filter(isControl);
  }
}

function isControl(element: Element): element is Control {
  const { name, value, type } = element as Partial<Control>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    value !== undefined &&
    !['file', 'password', 'submit', 'button', 'reset', 'image'].includes(String(type))
  );
}

const isChoice = ({ type }: Control) => type === 'checkbox' || type === 'radio';

function valueOf(control: Control): string | undefined {
  if (isChoice(control)) return control.checked === true ? String(control.value) : undefined;
  if (control instanceof HTMLSelectElement && control.multiple)
    return Array.from(control.selectedOptions, ({ value }) => value).join(', ') || undefined;
  return String(control.value);
}
