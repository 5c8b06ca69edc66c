import { readBodyText } from '../../core/wire/read-body-text.ts';
import { parseStoryboard, type StoryboardTile } from './parse-storyboard.ts';

/** Characters of a tile are about a hundred: this is a long film. */
const MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 20_000;

/** Fetches a storyboard. When it fails, the storyboard has no pictures: playback does not depend on them. */
export async function fetchStoryboard(url: string, signal: AbortSignal): Promise<readonly StoryboardTile[]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!response.ok) return [];
    return parseStoryboard((await readBodyText(response, MAX_BYTES)) ?? '', response.url || url);
  } catch {
    return [];
  }
}
