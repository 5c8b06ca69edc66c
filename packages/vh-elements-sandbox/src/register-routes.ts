import { registerAnalyticsRoutes } from './resources/analytics/analytics.ts';
import { registerAssetsRoutes } from './resources/videos/assets.ts';
import { registerAuthRoutes } from './resources/account/auth.ts';
import { registerCaptionsRoutes } from './resources/text/captions.ts';
import { registerChaptersRoutes } from './resources/text/chapters.ts';
import { registerCmcdCollectorRoutes } from './resources/analytics/cmcd-collector.ts';
import { registerViewingCollectorRoutes } from './resources/analytics/viewing-collector.ts';
import { registerCollectorRoutes } from './resources/analytics/collector.ts';
import { registerDeliveriesRoutes } from './resources/account/deliveries.ts';
import { registerEmbedRoutes } from './resources/sandbox/embed.ts';
import { registerSessionRoutes } from './resources/sandbox/sessions.ts';
import { registerEventsExportRoutes } from './resources/analytics/events-export.ts';
import { registerInsightsRoutes } from './resources/analytics/insights.ts';
import { registerFaultsRoutes } from './resources/sandbox/faults.ts';
import { registerHealthRoutes } from './resources/sandbox/health.ts';
import { registerLiveAssetsRoutes } from './resources/live/live-assets.ts';
import { registerLiveStreamsRoutes } from './resources/live/live-streams.ts';
import { registerLiveThumbnailsRoutes } from './resources/live/live-thumbnails.ts';
import { registerLogRoutes } from './resources/sandbox/log.ts';
import { registerOpenApiRoutes } from './resources/sandbox/openapi.ts';
import { registerPlayersRoutes } from './resources/account/players.ts';
import { registerPlaysRoutes } from './resources/analytics/plays.ts';
import { registerPrivateSessionsRoutes } from './resources/assets/private-sessions.ts';
import { registerReferenceRoutes } from './resources/sandbox/reference.ts';
import { registerConsoleRoutes } from './resources/sandbox/console.ts';
import { registerPageFilesRoutes } from './resources/sandbox/page-files.ts';
import { registerStateRoutes } from './resources/sandbox/state.ts';
import { registerThumbnailsRoutes } from './resources/videos/thumbnails.ts';
import { registerResumableRoutes } from './resources/uploads/resumable.ts';
import { registerTusRoutes } from './resources/uploads/tus.ts';
import { registerTriggerRoutes } from './resources/account/trigger.ts';
import { registerUploadTokensRoutes } from './resources/uploads/upload-tokens.ts';
import { registerUploadRoutes } from './resources/uploads/upload.ts';
import { registerVideoSourceRoutes } from './resources/videos/video-source.ts';
import { registerVideoStatusRoutes } from './resources/videos/video-status.ts';
import { registerVideosRoutes } from './resources/videos/videos.ts';
import { registerWatchCollectorRoutes } from './resources/analytics/watch-collector.ts';
import { registerWatermarksRoutes } from './resources/account/watermarks.ts';
import { registerWebhooksRoutes } from './resources/account/webhooks.ts';
import type { RegisterRoutes } from './services/services.ts';

/** In order: the router serves the first route that matches. A new endpoint is a line here and its own file. */
const ALL: readonly RegisterRoutes[] = [
  registerAuthRoutes,
  registerVideosRoutes,
  registerVideoStatusRoutes,
  registerVideoSourceRoutes,
  registerUploadTokensRoutes,
  registerUploadRoutes,
  registerTusRoutes,
  registerResumableRoutes,
  registerThumbnailsRoutes,
  registerCaptionsRoutes,
  registerChaptersRoutes,
  registerAssetsRoutes,
  registerPrivateSessionsRoutes,
  registerLiveStreamsRoutes,
  registerLiveThumbnailsRoutes,
  registerLiveAssetsRoutes,
  registerPlayersRoutes,
  registerWatermarksRoutes,
  registerWebhooksRoutes,
  registerCollectorRoutes,
  registerWatchCollectorRoutes,
  registerViewingCollectorRoutes,
  registerCmcdCollectorRoutes,
  registerPlaysRoutes,
  registerAnalyticsRoutes,
  registerEmbedRoutes,
  registerReferenceRoutes,
  registerHealthRoutes,
  registerOpenApiRoutes,
  registerDeliveriesRoutes,
  registerTriggerRoutes,
  registerSessionRoutes,
  registerEventsExportRoutes,
  registerInsightsRoutes,
  registerFaultsRoutes,
  registerLogRoutes,
  registerStateRoutes,
  registerPageFilesRoutes,
  registerConsoleRoutes,
];

/** Adds every endpoint to the router. */
export const registerRoutes: RegisterRoutes = (services) => {
  for (const register of ALL) register(services);
};
