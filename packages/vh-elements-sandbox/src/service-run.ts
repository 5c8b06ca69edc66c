import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServices, type Platform } from './create-services.ts';
import { FaultMiddleware } from './faults/fault-middleware.ts';
import { Housekeeping } from './housekeeping.ts';
import { isOfAnyState } from './routing/controls.ts';
import { splitTarget } from './http/exchange.ts';
import { OpenRequests } from './open-requests.ts';
import type { SandboxOptions } from './options/sandbox-options.ts';
import { JobQueue } from './packaging/job-queue.ts';
import { sweepThumbnails } from './resources/live/live-thumbnail-file.ts';
import type { Services } from './services/services.ts';

const SYNTHETIC = 'Synthetic';

/** The service over one stored state: from its start, or from a change of the whole state, to the next. */
export class ServiceRun {
  readonly services: Services;
  readonly #housekeeping: Housekeeping;
  readonly #middleware: FaultMiddleware;
  readonly #requests = new OpenRequests();
  #takingUp: JobQueue | undefined;
  #isOver = false;

  private constructor(platform: Platform, options: SandboxOptions) {
    const log = (line: string) => {
      if (!this.#isOver) platform.log(line);
    };
    this.services = createServices({ ...platform, log }, options);
    this.#housekeeping = new Housekeeping(this.services);
    this.#middleware = new FaultMiddleware({
      ...this.services,
      clock: this.services.clock.paced,
      serve: (request, response) => void this.services.router.handle(request, response),
    });
  }

  /** Takes up what an earlier run left unfinished. */
  static async start(platform: Platform, options: SandboxOptions): Promise<ServiceRun> {
    const run = new ServiceRun(platform, options);
    await run.#housekeeping.start();
    run.#takingUp = await takeUp(run.services);
    if (options.live?.synthetic)
      await run.services.failures.attempt('starting the synthetic live stream', () => {
        startSynthetic(run.services);
      });
    return run;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    if (!isOfAnyState(splitTarget(request.url ?? '/').path)) this.#requests.add(request, response);
    this.#middleware.handle(request, response);
  }

  /** Resolves when what the clock has set going is done, as far as it does not wait for the clock again. */
  async settled(): Promise<void> {
    const { live, deliverer } = this.services;
    await this.#housekeeping.settled();
    await live.settled();
    await deliverer.settled();
  }

  /** Stops all work; a later run resumes it. */
  async stop(): Promise<void> {
    const { services } = this;
    await this.#stopAll([
      () => this.#takingUp?.stop(),
      () => services.live.close(),
      () => this.#housekeeping.stop(),
      () => services.downloads.stop(),
      () => services.packager.stop(),
      () => {
        services.sessionEnds.stop();
      },
      () => services.deliverer.stop(),
    ]);
  }

  /** Ends everything that is under way, for a state that takes the place of this one. */
  async abandon(): Promise<void> {
    this.#isOver = true;
    this.#requests.interrupt();
    // First: what ends now is not told to anybody.
    await this.#stopAll([() => this.services.deliverer.stop()]);
    await this.stop();
  }

  /** One that fails keeps none of the others from stopping. */
  async #stopAll(stops: readonly (() => void | Promise<void>)[]): Promise<void> {
    for (const stop of stops) await this.services.failures.attempt('stopping', stop);
  }
}

/**
 * Resumes the work of an earlier run. It first removes files without a reference, which is unsafe once requests
 * arrive. A storage that fails does not stop the service.
 */
async function takeUp(services: Services): Promise<JobQueue> {
  const { folder, failures, clock, videos, sources, encodings, liveRecordings, players, watermarks } =
    services;
  await failures.attempt('clearing up', () =>
    folder.sweep({
      extents: new Set([...sources.files(), ...liveRecordings.files()]),
      videos: new Set(videos.ids()),
      pictures: new Set([...players.files(), ...watermarks.files()]),
    }),
  );
  await failures.attempt('clearing up thumbnails', () => sweepThumbnails(services));
  const queue = new JobQueue({
    name: 'taking up what was unfinished',
    work: () => {
      for (const videoId of encodings.unfinished()) services.packager.add(videoId);
      for (const videoId of services.pendingDownloads.all()) services.downloads.add(videoId);
      services.live.recover();
      return Promise.resolve();
    },
    clock: clock.paced,
    failures,
  });
  queue.add('all');
  await queue.settled();
  services.deliverer.start();
  services.sessionEnds.start();
  await services.live.begin();
  return queue;
}

function startSynthetic({ liveStreams, live }: Services): void {
  const sort = { column: 'created_at', order: 'asc' } as const;
  const { liveStreams: found } = liveStreams.list({ name: SYNTHETIC }, sort, { pageSize: 100, offset: 0 });
  const { liveStreamId } =
    found.find(({ name }) => name === SYNTHETIC) ?? liveStreams.create({ name: SYNTHETIC });
  live.startSynthetic(liveStreamId);
}
