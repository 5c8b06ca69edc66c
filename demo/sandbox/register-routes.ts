import { registerAnalyticsRoutes } from './resources/analytics.ts';
import { registerAssetsRoutes } from './resources/assets.ts';
import { registerAuthRoutes } from './resources/auth.ts';
import { registerCaptionsRoutes } from './resources/captions.ts';
import { registerChaptersRoutes } from './resources/chapters.ts';
import { registerCollectorRoutes } from './resources/collector.ts';
import { registerDeliveriesRoutes } from './resources/deliveries.ts';
import { registerEmbedRoutes } from './resources/embed.ts';
import { registerFaultsRoutes } from './resources/faults.ts';
import { registerLiveAssetsRoutes } from './resources/live-assets.ts';
import { registerLiveStreamsRoutes } from './resources/live-streams.ts';
import { registerLiveThumbnailsRoutes } from './resources/live-thumbnails.ts';
import { registerLogRoutes } from './resources/log.ts';
import { registerPlayersRoutes } from './resources/players.ts';
import { registerPlaysRoutes } from './resources/plays.ts';
import { registerPrivateSessionsRoutes } from './resources/private-sessions.ts';
import { registerReferenceRoutes } from './resources/reference.ts';
import { registerSandboxPageRoutes } from './resources/sandbox-page.ts';
import { registerThumbnailsRoutes } from './resources/thumbnails.ts';
import { registerTusRoutes } from './resources/tus.ts';
import { registerUploadTokensRoutes } from './resources/upload-tokens.ts';
import { registerUploadRoutes } from './resources/upload.ts';
import { registerVideoSourceRoutes } from './resources/video-source.ts';
import { registerVideoStatusRoutes } from './resources/video-status.ts';
import { registerVideosRoutes } from './resources/videos.ts';
import { registerWatchCollectorRoutes } from './resources/watch-collector.ts';
import { registerWatermarksRoutes } from './resources/watermarks.ts';
import { registerWebhooksRoutes } from './resources/webhooks.ts';
import type { RegisterRoutes } from './services.ts';

/** In order: the router serves the first route that matches. A new endpoint is a line here and a file of its own. */
const ALL: readonly RegisterRoutes[] = [
  registerAuthRoutes,
  registerVideosRoutes,
  registerVideoStatusRoutes,
  registerVideoSourceRoutes,
  registerUploadTokensRoutes,
  registerUploadRoutes,
  registerTusRoutes,
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
  registerPlaysRoutes,
  registerAnalyticsRoutes,
  registerEmbedRoutes,
  registerReferenceRoutes,
  registerDeliveriesRoutes,
  registerFaultsRoutes,
  registerLogRoutes,
  registerSandboxPageRoutes,
];

/** Adds every endpoint to the router. */
export const registerRoutes: RegisterRoutes = (services) => {
  for (const register of ALL) register(services);
};
