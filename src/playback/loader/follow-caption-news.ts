import { onCaptionChange } from '../../core/wire/caption-news.ts';
import type { SourcePlan } from '../source/resolve-source.ts';

/** The video whose captions may change. */
export interface FollowedCaptions {
  media: HTMLVideoElement;
  videoId: string;
  ask: SourcePlan['ask'];
  signal: AbortSignal;
}

/**
 * Asks for the captions of a video again whenever this page has changed some, and brings the tracks up to date, until the
 * signal aborts. Without an answer they stay as they are.
 */
export function followCaptionNews({ media, videoId, ask, signal }: FollowedCaptions): void {
  const renew = async (language: string) => {
    const { captions } = await ask('captions', signal);
    const { changeTracks } = await import('../stream/track-elements.ts');
    changeTracks(media, captions, language, signal);
  };
  onCaptionChange(videoId, ({ language }) => void renew(language).catch(() => {}), signal);
}
