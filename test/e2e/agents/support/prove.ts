import type { Browser } from 'playwright';
import { judge } from './judge.ts';
import { writeProject, wrongOf } from './workspace.ts';

/** Long enough to be seen where a page shows it, and short where it never will: the answer is known to be no. */
const NO_LIMIT_MS = 1500;

/** The sentence by which a checker refuses each plausible, wrong solution. */
export const REFUSALS: Readonly<Record<string, RegExp>> = {
  'ask-first/waits-for-a-pointer': /the page asks the visitor/,
  'brand-colour/rules-for-the-page': /the Play button has the colour/,
  'french-captions/language-of-the-controls': /the French captions show/,
  'own-films/any-owner': /somebody else's film is not deleted/,
  'partner-frame/any-origin': /no other origin shows the frame/,
  'private-film/everybody': /a stranger gets no playback/,
  'service-test/fetch-replaced': /npm test fails where a title is not sent/,
  'sign-in-to-upload/page-alone': /a stranger gets no grant/,
  'strict-policy/inline-scripts': /an inline script.* worked/,
  'upload-form/key-in-the-page': /the key stays on the server/,
  'watch-page/title-as-markup': /the heading is the title/,
  'webhook/signature-not-checked': /what the service has not signed is refused/,
};

/**
 * What is wrong with a checker: it must pass the solution, refuse the project as the agent finds it, and refuse each wrong
 * solution for what is wrong in it.
 */
export async function checkerFaults(
  folder: string,
  name: string,
  browser: Browser,
): Promise<{ faults: string[]; refused: number }> {
  const faults: string[] = [];
  const solution = await judge(name, await writeProject(folder, name, 'solution'), browser);
  if (solution !== undefined) faults.push(`refuses the solution: ${solution}`);
  const untouched = await judge(name, await writeProject(folder, name), browser, NO_LIMIT_MS);
  if (!untouched?.startsWith('TaskFault: ')) faults.push(`untouched: ${untouched ?? 'passes'}`);
  const wrong = await wrongOf(name);
  for (const reason of wrong) {
    const project = await writeProject(folder, name, `wrong/${reason}`);
    const refusal = await judge(name, project, browser, NO_LIMIT_MS);
    const isRight = refusal !== undefined && REFUSALS[`${name}/${reason}`]?.test(refusal) === true;
    if (!isRight) faults.push(`${reason}: ${refusal ?? 'passes'}`);
  }
  return { faults, refused: wrong.length };
}
