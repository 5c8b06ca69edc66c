import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const SRT = '1\n00:00:00,000 --> 00:01:00,000\n<i>From</i> SubRip\n';
const TTML =
  '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="60s">From <span>TTML</span></p></div></body></tt>';

describe('<vh-player> and files of captions', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const address = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const play = async (src: string, attributes = '') => {
    player = await PlayerHarness.create(
      `<vh-player muted loop src="${FILMS.mp4}" ${attributes}><track kind="captions" srclang="en" label="English" src="${src}"></vh-player>`,
    );
    await player.element.play();
    await until(() => player.has(words('player.captions')));
  };

  for (const [name, file, said] of [
    ['SubRip', SRT, 'From SubRip'],
    ['TTML', TTML, 'From TTML'],
  ] as const) {
    it(`shows those of ${name}, as native tracks`, async () => {
      await play(address(file));
      player.press('c');
      await until(() => player.partsNamed('cue')[0]?.textContent === said);
      expect([...player.element.textTracks].map(({ cues }) => cues?.length)).to.deep.equal([1]);
    });
  }

  for (const [name, src] of [
    ['is gone', '/media/captions/gone.vtt?token=secret'],
    ['is none', address('<html>Sign in</html>')],
  ] as const) {
    it(`says that one ${name}, once, and plays on`, async () => {
      await play(src);
      const codes: string[] = [];
      player.element.addEventListener('vh-error', ({ code, error }) => {
        codes.push(code);
        expect(error.message).to.contain('English (en)').and.not.contain('secret');
      });
      const reported = next(player.element, 'vh-error');
      player.press('c');
      await reported;
      const { currentTime } = player.element;
      await player.untilPlayed(currentTime + 0.2);
      expect(codes).to.deep.equal(['captions-unreadable']);
      expect(player.message).to.equal(undefined);
    });
  }
});
