import { FILMS, PlayerHarness } from '../../support/player-harness.ts';

describe('<vh-player>', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  it('plays HLS when its button is clicked', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" poster="${FILMS.poster}" heading="Dusk" muted`);
    await player.until(() => player.bigButton !== null);
    const Hls = (await import('hls.js')).default;
    const t = Hls.prototype.trigger;
    Hls.prototype.trigger = function (e: any, d: any) { if (/Level(Switching|sUpdated)|hlsFpsDropLevelCapping|hlsFragLoading|MaxAuto/.test(e)) console.log(e, d.level ?? d.frag?.level, this.maxAutoLevel, this.bandwidthEstimate); return t.call(this, e, d); };
    player.bigButton?.click();
    await player.untilPlayed(7);
  });
});
