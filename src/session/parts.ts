/** The time before a session: for media that have played, or a press that was stored, before its code was there. */
export const loadPast = () => import('./before-session.ts');
