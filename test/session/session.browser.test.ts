import { expect } from 'chai';
import { Session } from '../../src/session/session.ts';
import { browserSessionEnvironment } from '../../src/session/outbox/browser-environment.ts';
import type { SessionEnvironment } from '../../src/session/ports/session-environment.ts';
import { until } from '../support/until.ts';

interface Payload {
  session: { session_id?: string; video_id: string; referrer: string };
  events: { id: string; type: string; at?: number; from?: number; to?: number }[];
}

/** The browser's own environment, but for the collector. */
class Collector {
  readonly payloads: Payload[] = [];
  readonly requests: Request[] = [];
  readonly window = new EventTarget();
  readonly environment: SessionEnvironment;

  constructor() {
    this.environment = {
      ...browserSessionEnvironment(),
      fetch: (url, init) => this.#take(url, init),
      window: this.window,
    };
  }

  get story(): string[] {
    return this.payloads.flatMap(({ events }) => events.map(({ type }) => type));
  }

  get events(): Payload['events'] {
    return this.payloads.flatMap(({ events }) => events);
  }

  async #take(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(url, init);
    this.requests.push(request.clone());
    this.payloads.push((await request.json()) as Payload);
    return Response.json({ session: 'ps1' });
  }
}

function next(media: EventTarget, type: string): Promise<unknown> {
  return new Promise((resolve) => media.addEventListener(type, resolve, { once: true }));
}

describe('Session with a real <video>', () => {
  let video: HTMLVideoElement;
  let collector: Collector;
  let session: Session;

  beforeEach(() => {
    video = document.createElement('video');
    video.muted = true;
    document.body.append(video);
    collector = new Collector();
    const { environment } = collector;
    session = new Session({
      media: video,
      collector: '/collector',
      kind: 'video',
      id: 'viREAL',
      environment,
    });
  });

  afterEach(async () => {
    session.close();
    await until(() => session.store.state.status === 'closed');
    video.remove();
  });

  async function load(film = '/media/tiny.mp4'): Promise<void> {
    const loaded = next(video, 'canplay');
    video.src = film;
    await loaded;
  }

  async function seek(to: number): Promise<void> {
    const seeked = next(video, 'seeked');
    video.currentTime = to;
    await seeked;
  }

  it('reports a whole viewing', async () => {
    await load();
    await video.play();
    await next(video, 'timeupdate');
    await seek(8);
    await seek(2);
    const paused = next(video, 'pause');
    video.pause();
    await paused;
    // Not the promise of `play()`: WebKit forgets to keep it after a quick pause.
    const resumed = next(video, 'play');
    video.play().catch(() => {});
    await resumed;
    await seek(11.5);
    await next(video, 'ended');
    await until(() => collector.story.includes('end'));
    expect(collector.story).to.deep.equal([
      'ready',
      'play',
      'seek.forward',
      'seek.backward',
      'pause',
      'resume',
      'seek.forward',
      'end',
    ]);
    const [, , forward, backward, pause, , , end] = collector.events;
    expect(forward?.from).to.be.within(0, 1.5);
    expect(forward?.to).to.be.within(7.95, 9);
    expect(backward?.from).to.be.within(7.9, 9);
    expect(backward?.to).to.be.within(1.95, 3);
    expect(pause?.at).to.be.within(1.9, 3.5);
    expect(end?.at).to.be.closeTo(12, 0.2);
  });

  it('makes no pause of a seek while it plays, nor of the end', async () => {
    await load();
    await video.play();
    video.currentTime = 4;
    video.currentTime = 6;
    await seek(11.6);
    await next(video, 'ended');
    await until(() => collector.story.includes('end'));
    expect(collector.story).to.deep.equal(['ready', 'play', 'seek.forward', 'end']);
  });

  it('makes no pause of a scrub that pauses, seeks and plays', async () => {
    await load();
    await video.play();
    await next(video, 'timeupdate');
    video.pause();
    await seek(5);
    const resumed = next(video, 'play');
    video.play().catch(() => {});
    await resumed;
    session.close();
    await until(() => collector.story.length > 3);
    expect(collector.story).to.deep.equal(['ready', 'play', 'seek.forward', 'pause']);
  });

  it('reports a loop as an end and a resume', async () => {
    video.loop = true;
    // A short one: a video that loops and seeks, or hurries, loses its way in WebKitGTK.
    await load('/media/dusk.mp4');
    await video.play();
    await until(() => collector.story.includes('end'));
    session.close();
    await until(() => collector.story.includes('pause'));
    expect(collector.story).to.deep.equal(['ready', 'play', 'end', 'resume', 'pause']);
  });

  it('plays again after the end without a seek', async () => {
    await load();
    await video.play();
    await seek(11.5);
    await next(video, 'ended');
    await video.play();
    await next(video, 'timeupdate');
    session.close();
    await until(() => collector.story.at(-1) === 'pause');
    expect(collector.story).to.deep.equal(['ready', 'play', 'seek.forward', 'end', 'resume', 'pause']);
  });

  it('asks a collector of another origin without a preflight, without cookies', async () => {
    await load();
    await until(() => collector.requests.length > 0);
    const [request] = collector.requests;
    expect(new URL(request?.url ?? '').pathname).to.equal('/collector/vod');
    expect(request?.method).to.equal('POST');
    expect(request?.credentials).to.equal('omit');
    expect(request?.keepalive).to.equal(true);
    expect([...(request?.headers ?? [])]).to.deep.equal([['content-type', 'text/plain;charset=UTF-8']]);
  });

  it('sends the rest when the page goes, and nothing twice when it comes back', async () => {
    await load();
    await video.play();
    await next(video, 'timeupdate');
    collector.window.dispatchEvent(new Event('pagehide'));
    await until(() => collector.story.length === 3);
    expect(collector.story).to.deep.equal(['ready', 'play', 'pause']);
    collector.window.dispatchEvent(new Event('pageshow'));
    session.close();
    await until(() => collector.story.length === 5);
    expect(collector.story.slice(3)).to.deep.equal(['resume', 'pause']);
    expect(new Set(collector.events.map(({ id }) => id)).size).to.equal(5);
  });

  it('lets the video play when the collector is blocked', async () => {
    session.close();
    const errors: unknown[] = [];
    const listen = new AbortController();
    for (const type of ['error', 'unhandledrejection']) {
      window.addEventListener(type, (event) => errors.push(event), { signal: listen.signal });
    }
    const blocked = new Session({
      media: video,
      collector: 'https://blocked.invalid/collector',
      kind: 'video',
      id: 'viBLOCKED',
      environment: {
        ...browserSessionEnvironment(),
        fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      },
    });
    await load();
    await video.play();
    await next(video, 'timeupdate');
    expect(video.paused).to.equal(false);
    expect(blocked.store.state.waiting).to.equal(2);
    expect(errors).to.deep.equal([]);
    listen.abort();
    blocked.close();
  });
});
