import { afterEach } from 'node:test';
import { sleep } from '../../../src/core/async/sleep.ts';
import { BrowserMemory } from '../../../src/upload/resume/browser-memory.ts';
import { uploadScope } from '../../../src/upload/resume/store/upload-scope.ts';
import { signOut } from '../../../src/upload/resume/sign-out.ts';
import { UnfinishedUploads } from '../../../src/upload/resume/unfinished-uploads.ts';
import type { HeldUpload } from '../../../src/upload/resume/worker/worker-messages.ts';
import { WorkerLink, type HandedFiles } from '../../../src/upload/resume/worker/worker-link.ts';
import type { OpenMemory, QueueSettings } from '../../../src/upload/ports/upload-memory.ts';
import { PageQueue } from '../../../src/upload/queue/page-queue.ts';
import { PageQueues } from '../../../src/upload/queue/page-queues.ts';
import type { Queue } from '../../../src/upload/queue/queue.ts';
import { WaitingFiles } from '../../../src/upload/queue/waiting-files.ts';
import { UploadWorker } from '../../../src/upload/worker/upload-worker.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { PARTS, SIZE } from '../../support/upload/upload-run.ts';
import { makeFile, makeOwnFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeSite } from './fake-site.ts';

const clear: (() => void)[] = [];
afterEach(() => {
  for (const one of clear.splice(0)) one();
});

/** A site with a worker, in memory. */
export class WorkerSite {
  readonly site = new FakeSite();
  readonly service = new FakeService();
  /** What a page says, before the worker hears it: a test loses, doubles or delays it. */
  deliver: (message: unknown, take: (message: unknown) => void) => void = (message, take) => take(message);
  /** What the last page that has said so has given to the worker. */
  held: readonly HeldUpload[] = [];
  #worker: { take: UploadWorker; kill: () => void; pending: Set<Promise<void>> } | undefined;

  constructor() {
    this.service.hasExtensions = true;
    clear.push(() => this.killWorker());
  }

  /** The worker of the moment; one that was killed starts at the next message, without any memory. */
  get worker() {
    return (this.#worker ??= this.#startWorker());
  }

  /** As the browser does when it likes. */
  killWorker(): void {
    this.#worker?.kill();
    this.#worker = undefined;
  }

  /** True while an event of the worker lasts. */
  get isAwake(): boolean {
    return this.worker.pending.size > 0;
  }

  page(options: PageOptions = {}): WorkerPage {
    return new WorkerPage(this, options);
  }

  #startWorker() {
    const tab = this.site.tab();
    const line = new CuttableService(this.service);
    const environment = new FakeEnvironment(line.service);
    const pending = new Set<Promise<void>>();
    const kill = () => {
      line.cut();
      tab.kill();
    };
    return { take: new UploadWorker({ upload: environment, resume: tab }), kill, pending };
  }
}

/** What a page wants of its uploads. */
interface PageOptions {
  readonly tab?: string;
  readonly settings?: Partial<QueueSettings>;
  readonly withChecksum?: boolean;
}

/** A page of the site: all of it ends with it. */
export class WorkerPage {
  readonly settings: QueueSettings;
  readonly handed: HandedFiles = new Map();
  readonly link: WorkerLink;
  readonly unfinished: UnfinishedUploads;
  readonly uploads: Upload[] = [];
  readonly environment: FakeEnvironment;
  readonly #tab: ReturnType<FakeSite['tab']>;
  readonly #line: CuttableService;
  readonly #queues = new PageQueues();
  readonly #withChecksum: boolean | undefined;
  #isGone = false;

  constructor(site: WorkerSite, { tab = 'tab', settings = {}, withChecksum }: PageOptions) {
    this.#withChecksum = withChecksum;
    const grant = { protocol: 'parts', url: site.service.url, token: 'good', partSize: PARTS } as const;
    this.settings = { grant, ...settings };
    this.#line = new CuttableService(site.service);
    const fake = site.site.tab();
    this.#tab = Object.assign(fake, {
      ...{ tab: () => tab, handed: this.handed, hasWorker: () => true },
      loadWorkerLink: () => Promise.resolve(this.link),
    });
    const openMemory: OpenMemory = (options) =>
      BrowserMemory.open({ ...options, environment: this.#tab, scope: uploadScope(options.settings) });
    this.environment = Object.assign(new FakeEnvironment(this.#line.service), { openMemory });
    this.link = new WorkerLink(
      { locks: fake.locks, tab: () => tab, handed: this.handed, sleep: fastSleep, notifyLeft: () => {} },
      {
        find: () => Promise.resolve(site.worker),
        ask: (_worker, message, ms) => this.#ask(site, message, ms),
      },
    );
    new WaitingFiles(this.link, {
      queues: this.#queues,
      subtle: crypto.subtle,
      tab: () => tab,
    });
    this.unfinished = new UnfinishedUploads(() => this.settings, this.#tab);
    clear.push(() => this.leave());
  }

  /** Sends a file as an uploader of the page with these settings. */
  send(file = makeFile(SIZE), settings = this.settings): Upload {
    const { environment } = this;
    const withChecksum = this.#withChecksum;
    const upload = new Upload(file, { settings: () => settings, environment, withChecksum });
    this.uploads.push(upload);
    upload.start();
    return upload;
  }

  /** An uploader of the page with several files, each with other bytes. */
  queue(names: readonly string[], concurrency = 2): Queue {
    const files = new PageQueue({
      ...{ uploadGroup: undefined, name: this.settings.group, isConnected: true, concurrency },
      ...this.settings,
    });
    files.queue.store.subscribe(() => this.#queues.report(files));
    const settings = () => files.settings;
    const uploads = names.map(
      (name) => new Upload(makeOwnFile(name), { settings, environment: this.environment }),
    );
    this.uploads.push(...uploads);
    files.queue.addAll(uploads);
    files.queue.start();
    return files.queue;
  }

  /** What an uploader of the next page with these settings does: it continues what it can without a click. */
  async continue(settings = this.settings): Promise<{ uploads: Upload[]; videos: string[] }> {
    const unfinished = new UnfinishedUploads(() => settings, this.#tab);
    const videos = await unfinished.takeFromWorker();
    const uploads: Upload[] = [];
    for (const { key, isOwn } of await unfinished.list()) {
      const again = isOwn ? await unfinished.reopen(key) : 'prompt';
      if (typeof again === 'object' && unfinished.claim(key)) uploads.push(this.send(again.file, settings));
    }
    return { uploads, videos: videos.map(({ video }) => video.videoId) };
  }

  /** Its visitor has signed out. */
  signOut(group?: string): Promise<void> {
    return signOut(group, this.#tab);
  }

  /** It is left, closed, or crashes: nothing that it does reaches anybody any more. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#line.cut();
    this.#tab.kill();
    for (const upload of this.uploads) upload.pause();
    this.handed.clear();
  }

  #ask(site: WorkerSite, message: unknown, ms: number): Promise<unknown> {
    if (this.#isGone) return new Promise(() => {});
    // What cannot be cloned cannot be posted.
    structuredClone(message);
    return new Promise((resolve) => {
      // In time, or never.
      void fastSleep(ms).then(() => resolve(undefined));
      site.deliver(message, (delivered) => {
        const { take, pending } = site.worker;
        if (isHold(delivered)) site.held = delivered.uploads;
        const event = take.take(delivered, (answer) => this.#isGone || resolve(answer)).catch(() => {});
        pending.add(event);
        void event.then(() => pending.delete(event));
      });
    });
  }
}

/** Threads of their own read files meanwhile, on a busy machine, too. */
const fastSleep: typeof sleep = (ms, signal) => sleep(ms / 20, signal);

const isHold = (message: unknown): message is { uploads: readonly HeldUpload[] } =>
  (message as { kind?: string }).kind === 'hold';

/** The service on a line that ends with its page. */
class CuttableService {
  readonly service: FakeService;
  #isCut = false;

  constructor(service: FakeService) {
    this.service = new Proxy(service, {
      get: (target, name) => {
        if (name === 'post' && this.#isCut) return () => new Promise(() => {});
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  cut(): void {
    this.#isCut = true;
  }
}
