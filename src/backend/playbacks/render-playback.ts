import type { Playback } from '../../core/wire/playback.ts';
import { safeJson } from '../../core/wire/safe-json.ts';

/**
 * Renders a playback as a data block. Write it inside a `<vh-player>`. Returns an empty string for no playback.
 *
 * No text in a playback can end the element or begin another one. No content security policy blocks a data block, and
 * nothing executes it.
 */
export function renderPlayback(playback: Playback | undefined): string {
  return playback ? `<script type="application/json">${playbackJson(playback)}</script>` : '';
}

/** The JSON alone. It is safe in a data script element and between single quotes in an attribute. */
export function playbackJson(playback: Playback): string {
  return safeJson(playback);
}
