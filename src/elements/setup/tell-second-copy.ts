import { tellSetup } from '../../core/tell-setup.ts';

/** Tells the author that the page loads the library twice: the copy that ran first has defined the element. */
export function tellSecondCopy(tag: string): void {
  tellSetup(
    'invalid-use',
    `Another copy of vh-elements has defined <${tag}> already, so this copy is not used. Load one copy, of one version.`,
  );
}
