import { reportSetup } from '../../core/setup/report-setup.ts';

/** Warns the author of a player that names two things to play: it plays the first. */
export function reportTwoSources(tag: string, [first = '', second = '']: readonly string[]): void {
  reportSetup('invalid-use', `<${tag}> has ${first} and ${second}: it plays ${first}. Set one of them.`);
}

/** Warns the author of a value that a property does not take. */
export function reportIgnoredValue(tag: string, property: string, expected: string): void {
  reportSetup(
    'invalid-use',
    `A value for "${property}" of <${tag}> is ignored: it is not one of ${expected}.`,
  );
}
