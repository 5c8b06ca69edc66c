import { expect } from 'chai';
import { PlaybackEngine } from '../../src/playback/playback-engine.ts';
import { requested } from '../support/elements/page-requests.ts';
import { until } from '../support/until.ts';

const TYPE = 'application/x-mpegurl';

/** One of several places that have the same film of a minute. */
class Host {
  readonly address = new URL(`/media/private/${crypto.randomUUID()}/503/`, location.href).href;

  /** Answers everything with 503 from now on. */
  async die(): Promise<void> {
    await fetch(new URL('../end', this.address));
  }

  /** True when media were fetched from it. */
  async hasPlayed(): Promise<boolean> {
    return (await this.asked()).some((url) => url.includes('.m4s'));
  }

  /** What it was asked for. */
  async asked(): Promise<string[]> {
    return requested(new URL(this.address).pathname);
  }
}

describe('a stream that several hosts have', () => {
  let engine: PlaybackEngine;
  let media: HTMLVideoElement;
  let hosts: readonly [Host, Host];
  beforeEach(() => {
    hosts = [new Host(), new Host()];
    media = document.createElement('video');
    media.muted = true;
    document.body.append(media);
    engine = new PlaybackEngine(media);
  });
  afterEach(() => {
    engine.release();
    media.remove();
  });

  const play = (head: string, attributes: (index: number) => string) => {
    const lines = hosts.map(
      ({ address }, index) =>
        // As many bits as this, and hls.js keeps no more than half of the film ahead.
        `#EXT-X-STREAM-INF:BANDWIDTH=24000000,RESOLUTION=320x180,CODECS="avc1.4d400d,mp4a.40.2"${attributes(index)}\n${address}long.m3u8\n`,
    );
    const file = new Blob([`#EXTM3U\n${head}${lines.join('')}`], { type: TYPE });
    engine.use({ sources: [{ src: URL.createObjectURL(file), type: TYPE }] });
    engine.play().catch(() => {});
  };
  const playRedundant = () => play('', () => '');
  const untilPlayed = (seconds: number) =>
    until(
      () => media.currentTime > seconds && !media.paused,
      () => [engine.store.state.status, media.currentTime],
    );

  it('is played from the first one alone, as long as that is there', async () => {
    playRedundant();
    await untilPlayed(0.5);
    expect(await hosts[1].asked()).to.deep.equal([]);
  });

  it('plays from the next host when the first one fails', async () => {
    playRedundant();
    await untilPlayed(0.3);
    await hosts[0].die();
    media.currentTime = 50;
    await untilPlayed(50.3);
    expect(await hosts[1].hasPlayed()).to.equal(true);
    expect(engine.store.state.status).to.equal('ready');
  });

  it('begins with the next one when the first one is dead', async () => {
    await hosts[0].die();
    playRedundant();
    await untilPlayed(0.3);
    expect((await hosts[0].asked()).length).to.be.greaterThan(0);
    expect(await hosts[1].hasPlayed()).to.equal(true);
  });

  it('is played from the host that its steering names, and from the other one when that dies', async () => {
    const order = { 'VERSION': 1, 'TTL': 300, 'PATHWAY-PRIORITY': ['b', 'a'] };
    const steering = `data:application/json,${encodeURIComponent(JSON.stringify(order))}`;
    play(
      `#EXT-X-CONTENT-STEERING:SERVER-URI="${steering}",PATHWAY-ID="a"\n`,
      (index) => `,PATHWAY-ID="${index === 0 ? 'a' : 'b'}"`,
    );
    await until(() => hosts[1].hasPlayed());
    await untilPlayed(0.3);
    await hosts[1].die();
    const before = (await hosts[0].asked()).length;
    media.currentTime = 50;
    await untilPlayed(50.3);
    expect((await hosts[0].asked()).slice(before).some((url) => url.includes('.m4s'))).to.equal(true);
  });
});
