import { expect } from 'chai';
import type { VhConsentEvent } from '../../../../src/elements/events/vh-consent-event.ts';
import '../../../../src/define/vh-transcript.ts';
import { axeViolations } from '../../../support/elements/axe.ts';
import { agree, consentForm } from '../support/consent-form.ts';
import { requested } from '../../../support/elements/page-requests.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { words } from '../../../support/words.ts';

const NOTICE = words('consent.notice');
const LOCAL = '/media/dusk.jpg?local';
/** WebKitGTK leaves a default track disabled, of a plain `<video>` too. */
const showsDefaultTracks = !/AppleWebKit(?!.*Chrom)/.test(navigator.userAgent);

// One page, in this order: the last test remembers the choice.
describe('<vh-player load="consent">', () => {
  let player: PlayerHarness;
  let asked: string[];
  beforeEach(() => (asked = []));
  afterEach(() => player.remove());

  const create = async (attributes = '') => {
    const made = await PlayerHarness.create(
      `load="consent" autoplay muted preload="auto" poster="${LOCAL}" heading="Dusk" ${attributes}`,
      (element) => {
        element.playback = (reason) => {
          asked.push(reason);
          return {
            ...{ kind: 'video', id: 'a', state: 'playable', playlists: [], captions: [], chapters: [] },
            mp4: `${FILMS.mp4}?service`,
          };
        };
      },
    );
    return made;
  };
  const toService = async () =>
    (await requested('/media/')).filter((address) => address.includes('?service'));
  const form = () => consentForm(player.element);
  const isAsked = () => until(() => form() !== null);

  it('shows its own poster and a question, and sends no request', async () => {
    player = await create();
    await isAsked();
    expect(player.shows(NOTICE)).to.equal(true);
    expect(player.element.media.poster).to.include(LOCAL);
    player.element.dispatchEvent(new PointerEvent('pointerenter'));
    player.element.dispatchEvent(new FocusEvent('focusin'));
    player.element.load();
    const refusal = await player.element.play().catch((error: unknown) => error);
    expect((refusal as DOMException).name).to.equal('NotAllowedError');
    await player.element.updateComplete;
    expect(form()).not.to.equal(null);
    expect(asked).to.deep.equal([]);
    expect(await toService()).to.deep.equal([]);
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('fetches no track of the page before, not for a transcript either, and both kinds after', async () => {
    const track = (name: string, more = '') =>
      `<track kind="captions" srclang="${name}" label="${name}" src="/media/captions/${name}.vtt?tracks" ${more}>`;
    player = await PlayerHarness.create(
      `<vh-player load="consent" src="${FILMS.mp4}" id="film">${track('en', 'default')}${track('de')}</vh-player>
      <vh-transcript for="film" language="de"></vh-transcript>`,
    );
    await isAsked();
    const tracks = async () =>
      (await requested('/media/captions/')).filter((address) => address.includes('?tracks'));
    expect(player.element.textTracks.length).to.equal(0);
    expect(await tracks()).to.deep.equal([]);
    player.element.consent();
    if (!showsDefaultTracks)
      for (const one of player.element.textTracks) if (one.language === 'en') one.mode = 'showing';
    let seen: string[] = [];
    const wanted = ['de', 'en'].map((name) => `/media/captions/${name}.vtt?tracks`);
    const areRequested = async () => {
      seen = await tracks();
      return wanted.every((address) => seen.includes(address));
    };
    await until(areRequested, () => seen);
    // Each once: a track that cannot be read would be fetched again, to be converted.
    expect(seen.toSorted()).to.deep.equal(wanted);
  });

  it('leaves the decision to a page that cancels the event, and loads when that page says so', async () => {
    player = await create();
    await isAsked();
    const events: VhConsentEvent[] = [];
    player.element.addEventListener('vh-consent', (event) => {
      events.push(event);
      event.preventDefault();
    });
    agree(player.element, true);
    expect(events.map(({ remember }) => remember)).to.deep.equal([true]);
    expect(form()).not.to.equal(null);
    expect(asked).to.deep.equal([]);
    player.element.consent();
    // It says so, and that cannot be cancelled: the visitor has agreed elsewhere.
    expect(events.map(({ remember, cancelable }) => [remember, cancelable])).to.deep.equal([
      [true, true],
      [false, false],
    ]);
    await until(() => asked.length === 1);
    await until(() => form() === null);
    player.element.consent();
    expect(events.length).to.equal(2);
    expect(localStorage.getItem('vh-consent')).to.equal(null);
  });

  it('plays at the click that agrees, and lets another player ask', async () => {
    player = await create();
    await isAsked();
    agree(player.element);
    await player.untilPlayed(0.1);
    expect((await toService()).length).to.be.greaterThan(0);
    player.remove();
    player = await create();
    await isAsked();
    expect(localStorage.getItem('vh-consent')).to.equal(null);
  });

  it('asks no more once the visitor wants that, here and on another visit', async () => {
    player = await create();
    const other = await create();
    await until(() => form() !== null && consentForm(other.element) !== null);
    agree(player.element, true);
    await until(() => asked.length === 2);
    await until(() => consentForm(other.element) === null);
    expect(localStorage.getItem('vh-consent')).to.equal('given');
    other.remove();
    player.remove();
    player = await create();
    await until(() => asked.length === 3);
    expect(form()).to.equal(null);
  });
});
