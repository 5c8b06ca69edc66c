/**
 * What came before a session: the store, with what earlier visits have left there, after the first frame; and media that have
 * played, or a press that was stored, before the session's code was there.
 */
export const loadPast = () => import('./before-session.ts');

/** Formats beyond the first, for a page that has sessions without a player. A player loads them with its measures. */
export const loadOtherFormats = () => import('./formats/other-formats.ts');

/** The CDNs' format, CMCD: for a page that wants it, or has events in it that an earlier one left. */
export const loadCmcdFormat = () => import('./formats/cmcd-format.ts');
