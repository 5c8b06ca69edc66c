import { emulateMedia } from '@web/test-runner-commands';
import { expect } from 'chai';
import { axeViolations } from '../../support/elements/axe.ts';
import { cells } from '../../support/division.ts';
import { clearPage, setUpPage, stage } from '../../support/elements/uploader-page.ts';
import { RECORDER_STATES, STATES } from './support/uploader-states.ts';

/** True where a test can have the system's colours. */
const canForce = 'userAgentData' in navigator;

/** How a page may look. */
const LOOKS: Readonly<Record<string, () => unknown>> = {
  'in the dark': () => (stage.style.colorScheme = 'dark'),
  ...(canForce && { "in the system's colours": () => emulateMedia({ forcedColors: 'active' }) }),
};

describe('<vh-uploader>, whatever it shows', () => {
  let ended: AbortController;

  beforeEach(() => {
    setUpPage();
    // Backgrounds behind the shown ones, too: a transparent one is judged by the one behind it.
    stage.style.colorScheme = 'light';
    stage.style.background = 'light-dark(#fff, #17181c)';
    ended = new AbortController();
  });
  afterEach(async () => {
    await clearPage();
    ended.abort();
    if (canForce) await emulateMedia({ forcedColors: 'none' });
  });

  for (const [state, bring] of Object.entries({ ...STATES, ...RECORDER_STATES })) {
    it(`is accessible when it is ${state}`, async () => {
      const uploader = await bring(ended.signal);
      expect(await axeViolations(stage), 'in light').to.deep.equal([]);
      for (const [look, put] of cells(Object.entries(LOOKS))) {
        await put();
        // Colours in a transition are not measured.
        uploader.finishTransitions();
        expect(await axeViolations(stage, ['color-contrast']), look).to.deep.equal([]);
      }
    });

    it(`is accessible when it is ${state}, from right to left`, async () => {
      stage.lang = 'ar';
      stage.dir = 'rtl';
      await bring(ended.signal);
      expect(await axeViolations(stage)).to.deep.equal([]);
    });
  }
});
