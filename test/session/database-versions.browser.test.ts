import { expect } from 'chai';
import { browserSessionEnvironment } from '../../src/session/outbox/browser-environment.ts';
import type { SessionEnvironment } from '../../src/session/ports/session-environment.ts';
import { Session } from '../../src/session/session.ts';
import { OpenDatabases } from '../support/versions/open-databases.ts';
import { until } from '../support/until.ts';

const NAME = 'vh-session-events';
const NEWER = 2;

/** A page with a player, whose collector takes everything. */
class Page {
  readonly events: string[] = [];
  readonly media = document.createElement('video');
  readonly window = new EventTarget();
  readonly session: Session;
  isOffline = false;

  constructor() {
    const environment: SessionEnvironment = Object.assign(browserSessionEnvironment(), {
      fetch: async (url: string, init: RequestInit) => {
        if (this.isOffline) throw new TypeError('offline');
        const { events } = (await new Request(url, init).json()) as { events: { type: string }[] };
        this.events.push(...events.map(({ type }) => type));
        return Response.json({ session: 'ps1', keeps_once: true });
      },
      window: this.window,
    });
    this.media.muted = true;
    document.body.append(this.media);
    const { media } = this;
    this.session = new Session({ media, collector: '/collector', kind: 'video', id: 'viX', environment });
  }

  /** Plays, and waits until that is delivered. */
  async report(): Promise<void> {
    this.media.src = '/media/tiny.mp4';
    await this.media.play();
    this.media.pause();
    await until(
      () => this.events.includes('pause'),
      () => this.events,
    );
  }

  async end(): Promise<void> {
    this.isOffline = false;
    this.window.dispatchEvent(new Event('online'));
    this.session.close();
    await until(() => this.session.store.state.status === 'closed');
    this.media.remove();
  }
}

describe('the database of session events', () => {
  let databases: OpenDatabases;
  let page: Page | undefined;

  beforeEach(async () => {
    databases = new OpenDatabases(NAME);
    await databases.delete();
    localStorage.removeItem(NAME);
  });

  afterEach(async () => {
    await page?.end();
    page = undefined;
    await databases.delete();
  });

  it('of a newer version stays as it is, and events are delivered without it', async () => {
    const newer = await databases.open(NEWER, ['viewings-2']);
    page = new Page();
    await page.report();
    expect([...newer.objectStoreNames]).to.deep.equal(['viewings-2']);
    expect((await indexedDB.databases()).find(({ name }) => name === NAME)?.version).to.equal(NEWER);
  });

  it('is given up for a newer version in another tab, and events are delivered as before', async () => {
    page = new Page();
    await until(async () => (await indexedDB.databases()).some(({ name }) => name === NAME));
    page.media.src = '/media/tiny.mp4';
    await page.media.play();
    // Waits for ever if the page keeps its connection.
    await databases.open(NEWER, ['viewings-2']);
    await page.report();
  });

  it('that another tab keeps from opening delays no event, and none is lost at the end of the page', async () => {
    await databases.block(NEWER);
    page = new Page();
    await page.report();
    page.isOffline = true;
    await page.media.play();
    page.window.dispatchEvent(new Event('pagehide'));
    const left = () => String(localStorage[NAME]);
    await until(() => left().includes('"resume"'), left);
  });
});
