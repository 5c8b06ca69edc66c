import { expect } from 'chai';
import type { VhErrorEvent } from '../../../../src/elements/events/vh-error-event.ts';
import { requested } from '../../../support/elements/page-requests.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

describe('<vh-player> with an API key', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  for (const attribute of ['api-key', 'apikey', 'api_key', 'data-api-key']) {
    it(`refuses ${attribute}, loudly, and loads nothing`, async () => {
      const heard: VhErrorEvent[] = [];
      const backend = `/no-backend-for-${attribute}`;
      const rest = `video-id="vi1" backend="${backend}" load="intent" muted`;
      player = await PlayerHarness.create(`${attribute}="secret-value" ${rest}`, (element) =>
        element.addEventListener('vh-error', (event) => heard.push(event)),
      );
      await until(() => player.message !== undefined);
      expect(player.message).to.contain('API key');
      expect(heard.map(({ code }) => code)).to.deep.equal(['api-key-in-page']);
      expect(heard[0]?.error.message).not.to.contain('secret-value');
      const played = await player.element.play().catch((error: unknown) => error);
      expect(played).to.have.property('name', 'NotSupportedError');
      player.control('Try again').click();
      await until(() => heard.length === 2);
      expect(await requested(backend)).to.deep.equal([]);
      player.element.removeAttribute(attribute);
      player.element.src = FILMS.mp4;
      await player.element.updateComplete;
      await player.element.play();
      await player.untilPlayed(0.1);
      expect(heard).to.have.length(2);
    });
  }

  it('stops what plays when one comes later', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted loop`);
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.setAttribute('api-key', 'secret-value');
    await until(() => player.message !== undefined);
    expect(player.element.paused).to.equal(true);
  });
});
