import type { TestClock } from '../common/test-clock.ts';
import type { FailureLog } from '../store/database/failure-log.ts';
import type { FaultRules } from '../faults/fault-rules.ts';
import type { RequestLog } from '../faults/request-log.ts';
import type { EventBus } from '../common/event-bus.ts';
import type { Controls } from '../routing/controls.ts';
import type { Credentials } from '../routing/credentials.ts';
import type { KeyOrigins } from '../routing/key-origins.ts';
import type { Router } from '../routing/router.ts';
import type { CollectorLimits } from '../ingest/collector-limits.ts';
import type { Downloads } from '../ingest/downloads.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Limits } from '../common/limits.ts';
import type { Live } from '../live/live.ts';
import type { SourceChecksums } from '../store/files/source-checksums.ts';
import type { SourceHosts } from '../ingest/source-hosts.ts';
import type { Packager } from '../packaging/packager.ts';
import type { StateControl } from '../state/state-control.ts';
import type { AccessTokens } from '../store/account/access-tokens.ts';
import type { DataFolder } from '../store/files/data-folder.ts';
import type { Database } from '../store/database/database.ts';
import type { Deliveries } from '../store/account/deliveries.ts';
import type { Edits } from '../store/media/edits.ts';
import type { Encodings } from '../store/media/encodings.ts';
import type { PendingDownloads } from '../store/media/pending-downloads.ts';
import type { PrivateAccess } from '../store/media/private-access.ts';
import type { SessionSizes } from '../store/analytics/session-sizes.ts';
import type { CmcdLines } from '../store/analytics/cmcd-lines.ts';
import type { SessionRecords } from '../store/analytics/session-records.ts';
import type { Sessions } from '../store/analytics/sessions.ts';
import type { ViewingEvents } from '../store/analytics/viewing-events.ts';
import type { LiveRecordings } from '../store/media/live-recordings.ts';
import type { LiveStreams } from '../store/media/live-streams.ts';
import type { Players } from '../store/account/players.ts';
import type { Sources } from '../store/media/sources.ts';
import type { TextTracks } from '../store/media/text-tracks.ts';
import type { TusUploads } from '../store/media/tus-uploads.ts';
import type { UploadTokens } from '../store/account/upload-tokens.ts';
import type { WatchPlaybacks } from '../store/analytics/watch-playbacks.ts';
import type { Videos } from '../store/media/videos.ts';
import type { Watermarks } from '../store/media/watermarks.ts';
import type { Webhooks } from '../store/account/webhooks.ts';
import type { Deliverer } from '../webhooks/deliverer.ts';
import type { SessionEnds } from '../webhooks/session-ends.ts';

/** Everything that a route may use. */
export interface Services {
  router: Router;
  controls: Controls;
  credentials: Credentials;
  keyOrigins: KeyOrigins;
  database: Database;
  folder: DataFolder;
  accessTokens: AccessTokens;
  videos: Videos;
  uploadTokens: UploadTokens;
  sources: Sources;
  sourceChecksums: SourceChecksums;
  tusUploads: TusUploads;
  encodings: Encodings;
  textTracks: TextTracks;
  sessions: Sessions;
  sessionSizes: SessionSizes;
  sessionEnds: SessionEnds;
  sessionRecords: SessionRecords;
  viewingEvents: ViewingEvents;
  cmcdLines: CmcdLines;
  collectorLimits: CollectorLimits;
  players: Players;
  watermarks: Watermarks;
  webhooks: Webhooks;
  deliveries: Deliveries;
  deliverer: Deliverer;
  /** Whether a webhook of that address is called: others are refused when it is their turn. */
  isCalled: (address: string) => Promise<boolean>;
  faultRules: FaultRules;
  requestLog: RequestLog;
  /** Where encoders push to, once the sandbox waits for them. */
  encoders: { readonly url?: string };
  watchPlaybacks: WatchPlaybacks;
  /** Whether there is a live stream of that id. */
  isLiveStream: (liveStreamId: string) => boolean;
  clock: TestClock;
  state: StateControl;
  ingest: Ingest;
  limits: Limits;
  packager: Packager;
  eventBus: EventBus;
  liveStreams: LiveStreams;
  liveRecordings: LiveRecordings;
  live: Live;
  privateAccess: PrivateAccess;
  edits: Edits;
  downloads: Downloads;
  pendingDownloads: PendingDownloads;
  sourceHosts: SourceHosts;
  /** Where the picture of a watermark is; nothing when there is no such watermark. */
  watermarkFile: (watermarkId: string) => string | undefined;
  /** Logs once what fails again and again. */
  failures: FailureLog;
  log: (line: string) => void;
}

/** Adds the routes of one resource to the router. */
export type RegisterRoutes = (services: Services) => void;
