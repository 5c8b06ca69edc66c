import { reportSetup } from '../../core/setup/report-setup.ts';

/** Warns the author if the page loads the library twice: the copy that ran first has defined the element. */
export function reportSecondCopy(tag: string, own: CustomElementConstructor): void {
  if (customElements.get(tag) === own) return;
  reportSetup(
    'invalid-use',
    `Another copy of vh-elements has defined <${tag}> already, so this copy is not used. Load one copy, of one version.`,
  );
}
