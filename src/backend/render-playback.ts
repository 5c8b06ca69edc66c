import type { Playback } from '../core/playback.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  "'": '\\u0027',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

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
  return JSON.stringify(playback).replace(/[<>&'\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? '');
}
