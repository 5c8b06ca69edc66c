import path from 'node:path';
import { FailureLog } from './store/database/failure-log.ts';
import type { FaultRules } from './faults/fault-rules.ts';
import type { RequestLog } from './faults/request-log.ts';
import { EventBus } from './common/event-bus.ts';
import type { TestClock } from './common/test-clock.ts';
import type { Services } from './services/services.ts';
import { Controls } from './routing/controls.ts';
import { Credentials } from './routing/credentials.ts';
import { KeyOrigins } from './routing/key-origins.ts';
import { RateLimits } from './routing/rate-limit.ts';
import { Router } from './routing/router.ts';
import { ALLOWANCE, CollectorLimits } from './ingest/collector-limits.ts';
import { Downloads } from './ingest/downloads.ts';
import { Ingest } from './ingest/ingest.ts';
import { SourceChecksums } from './store/files/source-checksums.ts';
import { SourceHosts } from './ingest/source-hosts.ts';
import { SERVICE_LIMITS } from './common/limits.ts';
import { Live } from './live/live.ts';
import { Recorder } from './live/recording/recorder.ts';
import { Relays } from './live/relay/relays.ts';
import { Snapshots } from './live/recording/snapshots.ts';
import type { Ffmpeg } from './packaging/ffmpeg/ffmpeg.ts';
import { Packager } from './packaging/packager.ts';
import { registerRoutes } from './register-routes.ts';
import type { SandboxOptions } from './options/sandbox-options.ts';
import { AccessTokens } from './store/account/access-tokens.ts';
import type { StateControl } from './state/state-control.ts';
import type { DataFolder } from './store/files/data-folder.ts';
import type { Database } from './store/database/database.ts';
import { Deliveries } from './store/account/deliveries.ts';
import { Edits } from './store/media/edits.ts';
import { Encodings } from './store/media/encodings.ts';
import { LiveRecordings } from './store/media/live-recordings.ts';
import { LiveStreams } from './store/media/live-streams.ts';
import { PendingDownloads } from './store/media/pending-downloads.ts';
import { Players } from './store/account/players.ts';
import { PrivateAccess } from './store/media/private-access.ts';
import { SessionSizes } from './store/analytics/session-sizes.ts';
import { CmcdLines } from './store/analytics/cmcd-lines.ts';
import { SessionRecords } from './store/analytics/session-records.ts';
import { Sessions } from './store/analytics/sessions.ts';
import { ViewingEvents } from './store/analytics/viewing-events.ts';
import { Sources } from './store/media/sources.ts';
import { TextTracks } from './store/media/text-tracks.ts';
import { TusUploads } from './store/media/tus-uploads.ts';
import { UploadTokens } from './store/account/upload-tokens.ts';
import { Videos } from './store/media/videos.ts';
import { WatchPlaybacks } from './store/analytics/watch-playbacks.ts';
import { Watermarks } from './store/media/watermarks.ts';
import { Webhooks } from './store/account/webhooks.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { SessionEnds } from './webhooks/session-ends.ts';
import { isCalled, webhookSender } from './webhooks/send.ts';

/** What the services of one run share with those of the next. */
export interface Platform {
  database: Database;
  folder: DataFolder;
  apiKey: string;
  ffmpeg: Ffmpeg | undefined;
  clock: TestClock;
  state: StateControl;
  faultRules: FaultRules;
  requestLog: RequestLog;
  /** Where encoders push to, once the sandbox waits for them. */
  encoders: { url?: string };
  log: (line: string) => void;
}

/** Seconds: players need some segments. */
const MIN_WINDOW_SECONDS = 20;
const MAX_WINDOW_SECONDS = 3600;

/** Creates every service, then registers the routes of each resource. */
export function createServices(platform: Platform, options: SandboxOptions): Services {
  const { database, folder, apiKey, ffmpeg, clock, log } = platform;
  const tokenClocks = { wall: () => clock.now(), passed: () => clock.passed() };
  const accessTokens = new AccessTokens(database, tokenClocks);
  const credentials = new Credentials(apiKey, accessTokens);
  const keyOrigins = new KeyOrigins(options.allowedOrigins ?? []);
  const router = new Router({
    authenticate: (request) => {
      keyOrigins.check(request);
      credentials.check(request);
    },
    rateLimits: new RateLimits(options.rateLimit ?? 'off', clock),
    log,
  });
  const videos = new Videos(database);
  const sources = new Sources(database);
  const encodings = new Encodings(database);
  const eventBus = new EventBus(log);
  const edits = new Edits(database);
  const failures = new FailureLog(log);
  const limits = { ...SERVICE_LIMITS, ...options.limits };
  const packager = new Packager({
    database,
    eventBus,
    folder,
    videos,
    sources,
    encodings,
    edits,
    ffmpeg,
    limits,
    isAsleep: options.packaging === false,
    clock: clock.paced,
    failures,
    log,
  });
  const onComplete = (videoId: string) => {
    packager.add(videoId);
  };
  const ingest = new Ingest({ database, folder, videos, sources, encodings, limits, onComplete });
  const pending = new PendingDownloads(database);
  const hosts = new SourceHosts(options.sourceHosts ?? []);
  const watermarks = new Watermarks(database);
  const webhooks = new Webhooks(database);
  const deliveries = new Deliveries(database);
  const allowedHosts = new Set(options.allowedHosts);
  const send = webhookSender(allowedHosts);
  const sessionSizes = new SessionSizes(database);
  const sessions = new Sessions(database, sessionSizes);
  const viewingEvents = new ViewingEvents(database, sessions, sessionSizes);
  const base = { database, folder, videos, ingest, packager, eventBus, failures, log };
  const live = createLiveServices({ ...base, ffmpeg, clock }, options);
  const services: Services = {
    ...base,
    ...live,
    router,
    controls: new Controls(router, options.exposeControls ?? false),
    credentials,
    keyOrigins,
    accessTokens,
    sources,
    sourceChecksums: new SourceChecksums(folder),
    encodings,
    tusUploads: new TusUploads(database),
    uploadTokens: new UploadTokens(database, tokenClocks),
    sessions,
    sessionSizes,
    sessionEnds: new SessionEnds({ database, sessions, eventBus, clock, failures }),
    sessionRecords: new SessionRecords(database, sessions, viewingEvents),
    viewingEvents,
    cmcdLines: new CmcdLines(database, sessions, sessionSizes),
    collectorLimits: new CollectorLimits(clock, sessionSizes, { ...ALLOWANCE, stored: limits.eventBytes }),
    watchPlaybacks: new WatchPlaybacks(database, sessions, sessionSizes),
    isLiveStream: (liveStreamId) => live.liveStreams.get(liveStreamId) !== undefined,
    textTracks: new TextTracks(database),
    players: new Players(database),
    watermarks,
    watermarkFile: (watermarkId) => {
      const watermark = watermarks.get(watermarkId);
      return watermark && folder.picture(watermark.file);
    },
    privateAccess: new PrivateAccess(database, clock, tokenClocks.passed),
    edits,
    pendingDownloads: pending,
    downloads: new Downloads({ ...base, pending, hosts, limits, clock: clock.paced }),
    sourceHosts: hosts,
    webhooks,
    deliveries,
    isCalled: (address) => isCalled(address, allowedHosts),
    deliverer: new Deliverer({ webhooks, deliveries, eventBus, clock, failures, send }),
    faultRules: platform.faultRules,
    requestLog: platform.requestLog,
    encoders: platform.encoders,
    clock,
    state: platform.state,
    limits,
  };
  registerRoutes(services);
  return services;
}

type LiveDependencies = Pick<
  Services,
  'database' | 'folder' | 'videos' | 'ingest' | 'packager' | 'eventBus' | 'failures' | 'log'
> &
  Pick<Platform, 'ffmpeg' | 'clock'>;

function createLiveServices(
  platform: LiveDependencies,
  options: SandboxOptions,
): Pick<Services, 'live' | 'liveStreams' | 'liveRecordings'> {
  const { database, folder, eventBus, failures, ffmpeg, log } = platform;
  const { windowSeconds = 600, clock = platform.clock } = options.live ?? {};
  const paced = options.live?.clock ?? platform.clock.paced;
  const liveStreams = new LiveStreams(database);
  const liveRecordings = new LiveRecordings(database);
  const liveFolder = path.join(folder.root, 'live');
  const live = new Live({
    clock,
    paced,
    folder: liveFolder,
    snapshots: new Snapshots(path.join(liveFolder, 'snapshots'), ffmpeg, log),
    liveStreams,
    recorder: new Recorder({ ...platform, recordings: liveRecordings, clock: paced }),
    relays: new Relays({
      clock: paced,
      hosts: new SourceHosts([...(options.allowedHosts ?? []), 'localhost']),
      log,
    }),
    eventBus,
    windowSeconds: Math.min(MAX_WINDOW_SECONDS, Math.max(MIN_WINDOW_SECONDS, windowSeconds)),
    failures,
    log,
  });
  return { live, liveStreams, liveRecordings };
}
