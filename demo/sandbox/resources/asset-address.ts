import type { House } from '../house.ts';
import type { Video } from '../store/videos.ts';

/** Where the assets of a video begin, and its player; a private one's are good for one playback. */
export function assetAddress(
  { privateAccess }: Pick<House, 'privateAccess'>,
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
