import { LitElement } from 'lit';
import { internalsOf } from '../../host/internals-of.ts';
import { takeStyles } from '../../styling/take-styles.ts';
import { FormValue } from './form-value.ts';

/** An element that a form takes for one of its own controls. */
export abstract class FormControl extends LitElement {
  static formAssociated = true;

  readonly #internals = internalsOf(this) as ElementInternals;
  /** The form's view of the element. */
  protected readonly formValue = new FormValue(this.#internals);

  /** True from the moment when a form says that something is missing, until its reset. */
  protected isMarked = false;

  constructor() {
    super();
    const { properties } = this.constructor as typeof LitElement;
    for (const [name, option] of Object.entries(properties))
      if (option.type === Boolean) Reflect.set(this, name, false);
    this.addEventListener('invalid', () => this.markMissing(true));
    // A click on its label, or `click()`, reaches the element itself and no part of it: an input would open its dialog.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) this.select();
    });
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The labels that belong to the element. */
  get labels(): NodeList {
    return this.#internals.labels;
  }

  /** The kind of control, as a form's script reads it: the tag. */
  get type(): string {
    return this.localName;
  }

  /** The ids of all uploaded videos, in the order of their rows. */
  get values(): readonly string[] {
    return this.formValue.ids;
  }

  /** True when the form asks whether it is valid: not while it is disabled. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** Whether the form may be submitted, and why not. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** The browser's message when the form may not be submitted. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** True when the form may be submitted. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** As `checkValidity`, and shows the visitor why not. */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** The action of a click. */
  abstract select(): void;

  adoptedCallback(): void {
    takeStyles(this);
  }

  /** Says, or says no more, that something is missing. */
  protected markMissing(isMarked: boolean): void {
    this.isMarked = isMarked;
    this.requestUpdate();
  }

  /** Blocks the form with the page's own message; an empty message allows it. */
  setCustomValidity(message: string): void {
    this.formValue.complain(message);
  }
}
