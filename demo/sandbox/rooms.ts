import type { Room } from './house.ts';
import { analyticsRoom } from './resources/analytics.ts';
import { assetsRoom } from './resources/assets.ts';
import { authRoom } from './resources/auth.ts';
import { captionsRoom } from './resources/captions.ts';
import { chaptersRoom } from './resources/chapters.ts';
import { collectorRoom } from './resources/collector.ts';
import { deliveriesRoom } from './resources/deliveries.ts';
import { embedRoom } from './resources/embed.ts';
import { faultsRoom } from './resources/faults.ts';
import { liveAssetsRoom } from './resources/live-assets.ts';
import { liveStreamsRoom } from './resources/live-streams.ts';
import { liveThumbnailsRoom } from './resources/live-thumbnails.ts';
import { logRoom } from './resources/log.ts';
import { playersRoom } from './resources/players.ts';
import { playsRoom } from './resources/plays.ts';
import { privateSessionsRoom } from './resources/private-sessions.ts';
import { referenceRoom } from './resources/reference.ts';
import { sandboxPageRoom } from './resources/sandbox-page.ts';
import { thumbnailsRoom } from './resources/thumbnails.ts';
import { tusRoom } from './resources/tus.ts';
import { uploadTokensRoom } from './resources/upload-tokens.ts';
import { uploadRoom } from './resources/upload.ts';
import { videoSourceRoom } from './resources/video-source.ts';
import { videoStatusRoom } from './resources/video-status.ts';
import { videosRoom } from './resources/videos.ts';
import { watermarksRoom } from './resources/watermarks.ts';
import { webhooksRoom } from './resources/webhooks.ts';

/** Every room of the house: a new endpoint is a line here and a file of its own. */
export const ROOMS: readonly Room[] = [
  authRoom,
  videosRoom,
  videoStatusRoom,
  videoSourceRoom,
  uploadTokensRoom,
  uploadRoom,
  tusRoom,
  thumbnailsRoom,
  captionsRoom,
  chaptersRoom,
  assetsRoom,
  privateSessionsRoom,
  liveStreamsRoom,
  liveThumbnailsRoom,
  liveAssetsRoom,
  playersRoom,
  watermarksRoom,
  webhooksRoom,
  collectorRoom,
  playsRoom,
  analyticsRoom,
  embedRoom,
  referenceRoom,
  deliveriesRoom,
  faultsRoom,
  logRoom,
  sandboxPageRoom,
];
