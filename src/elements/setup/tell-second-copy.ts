import { tellSetup } from '../../core/setup/tell-setup.ts';

/** Warns the author if the page loads the library twice: the copy that ran first has defined the element. */
export function tellSecondCopy(tag: string, own: CustomElementConstructor): void {
  if (customElements.get(tag) === own) return;
  tellSetup(
    'invalid-use',
    `Another copy of vh-elements has defined <${tag}> already, so this copy is not used. Load one copy, of one version.`,
  );
}
