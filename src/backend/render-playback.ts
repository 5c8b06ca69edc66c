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
 * A playback as the HTML that a `<vh-player>` takes up when it stands inside of it; nothing for none.
 *
 * No text in it, whoever wrote it, can end the element or begin another one. It is data: no policy forbids it and
 * nothing runs it.
 */
export function renderPlayback(playback: Playback | undefined): string {
  return playback ? `<script type="application/json">${playbackJson(playback)}</script>` : '';
}

/** The JSON alone, safe in a script element of data and between single quotes in an attribute. */
export function playbackJson(playback: Playback): string {
  return JSON.stringify(playback).replace(/[<>&'\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? '');
}
