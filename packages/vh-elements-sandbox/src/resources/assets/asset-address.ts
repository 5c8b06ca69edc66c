import type { Services } from '../../services/services.ts';
import type { LiveStream } from '../../store/media/live-streams.ts';
import type { Video } from '../../store/media/videos.ts';

type Access = Pick<Services, 'privateAccess'>;

/** Where the assets of a video begin, and its player; a private one's are good for one playback. */
export function assetAddress(
  { privateAccess }: Access,
  video: Pick<Video, 'videoId' | 'public'>,
  origin: string,
): { folder: string; player: string } {
  const { videoId } = video;
  const folder = `${origin}/assets/vod/${videoId}`;
  const player = `${origin}/embed/vod/${videoId}`;
  if (video.public) return { folder, player };
  const token = privateAccess.mint(videoId);
  return { folder: `${folder}/token/${token}`, player: `${player}?token=${token}` };
}

/** The same of a live stream: all that there is of it begins with `base`. */
export function liveAssetAddress(
  { privateAccess }: Access,
  liveStream: Pick<LiveStream, 'liveStreamId' | 'public'>,
  origin: string,
): { base: string; player: string } {
  const { liveStreamId } = liveStream;
  const folder = `${origin}/assets/live`;
  const player = `${origin}/embed/live/${liveStreamId}`;
  if (liveStream.public) return { base: `${folder}/${liveStreamId}`, player };
  const token = privateAccess.mint(liveStreamId);
  return { base: `${folder}/private/${token}/${liveStreamId}`, player: `${player}?token=${token}` };
}
