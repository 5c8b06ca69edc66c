import { expect } from 'chai';
import 'media-chrome';
import { until } from '../support/captions-picker-harness.ts';
import { axeViolations } from '../../support/elements/axe.ts';
import { clearPage, page, showing, video } from '../support/captions-picker-page.ts';
import { words } from '../../support/words.ts';

/** Presses a key where the focus is. */
function press({ shadowRoot }: Element, key: string): void {
  const options = { key, bubbles: true, composed: true, cancelable: true };
  shadowRoot?.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
  shadowRoot?.activeElement?.dispatchEvent(new KeyboardEvent('keyup', options));
}

describe('<vh-captions-picker> in Media Chrome', () => {
  afterEach(clearPage);

  it('chooses captions of the video in its slot, and both agree', async () => {
    const picker = await page(
      `<media-controller autohide="-1">${video().replace('<video', '<video slot="media" crossorigin')}
        <media-control-bar>
          <media-play-button></media-play-button><media-captions-button></media-captions-button>
          <vh-captions-picker for="player"></vh-captions-picker>
        </media-control-bar></media-controller>`,
    );
    const theirs = document.querySelector<HTMLElement>('media-captions-button');
    const says = () => theirs?.getAttribute('aria-checked');
    // Their bar fades in: axe would see a colour of it that nobody reads.
    await until(() => picker.labels.length === 3 && document.getAnimations().length === 0);
    expect(await axeViolations(picker.element)).to.deep.equal([]);
    await picker.pick('Deutsch');
    expect(showing()).to.deep.equal(['de']);
    await until(() => says() === 'true');
    // A press on theirs turns them off. Right after a track was added ours takes that for the browser's doing, twice.
    await until(() => {
      if (showing().length > 0) theirs?.click();
      return showing().length === 0 && picker.checked[0] === words('captions.off');
    });
    await picker.pick('English');
    await until(() => says() === 'true');
    expect(showing()).to.deep.equal(['en']);
  });

  it('keeps its keys to itself', async () => {
    const picker = await page(
      `<media-controller>${video().replace('<video', '<video slot="media"')}
        <media-control-bar><vh-captions-picker for="player"></vh-captions-picker></media-control-bar></media-controller>`,
    );
    await until(() => picker.labels.length === 3);
    await picker.open();
    const film = document.querySelector('video');
    const before = film?.currentTime;
    for (const key of ['ArrowRight', 'ArrowDown', 'k', 'm']) press(picker.element, key);
    expect([film?.currentTime, film?.paused, film?.muted]).to.deep.equal([before, true, true]);
    press(picker.element, 'Escape');
    await until(() => !picker.isOpen);
  });
});
