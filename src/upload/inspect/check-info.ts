import { VhError } from '../../core/errors/vh-error.ts';
import type { FileInfo } from './bytes/file-info.ts';

/** The page's rules for a video. */
export interface VideoRules {
  /** Seconds. */
  minDuration?: number | undefined;
  /** Seconds. */
  maxDuration?: number | undefined;
  /** Pixels, as the picture is shown. */
  minWidth?: number | undefined;
  minHeight?: number | undefined;
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
}

/**
 * The rule that a video breaks, if any. An unknown value breaks no rule: the service has the last word.
 */
export function checkInfo(info: FileInfo, rules: VideoRules): VhError | undefined {
  const { duration, width, height } = info;
  if (isOver(duration, rules.maxDuration)) return brokenRule('video-too-long', 'The video is longer');
  if (isUnder(duration, rules.minDuration)) return brokenRule('video-too-short', 'The video is shorter');
  if (isUnder(width, rules.minWidth) || isUnder(height, rules.minHeight))
    return brokenRule('video-too-small', 'The picture is smaller');
  if (isOver(width, rules.maxWidth) || isOver(height, rules.maxHeight))
    return brokenRule('video-too-large', 'The picture is larger');
  return undefined;
}

// An attribute that is not a number sets no rule.
const isOver = (value: number | undefined, most: number | undefined) =>
  value !== undefined && value > (most ?? Infinity);
const isUnder = (value: number | undefined, least: number | undefined) =>
  value !== undefined && value < (least ?? 0);

function brokenRule(
  code: 'video-too-long' | 'video-too-short' | 'video-too-small' | 'video-too-large',
  what: string,
): VhError {
  return new VhError(code, `${what} than the page allows.`);
}
