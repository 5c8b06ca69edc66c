import { svg } from 'lit';
import { draw, type Icon } from './icon.ts';

export type { Icon } from './icon.ts';
export { alertIcon, captionsIcon, recordIcon, uploadIcon } from './first-icons.ts';

/** An icon that says: camera. */
export const cameraIcon: Icon = () =>
  draw(
    svg`<rect x="3" y="6.5" width="12.5" height="11" rx="2.5" /><path d="m15.5 10.75 4.3-2.6a.6.6 0 0 1 .9.5v6.7a.6.6 0 0 1-.9.5l-4.3-2.6" />`,
  );
/** An icon that says: without a picture. */
export const cameraOffIcon: Icon = () =>
  draw(
    svg`<path d="M9.5 6.5H13A2.5 2.5 0 0 1 15.5 9v3.5M15.2 16.3a2.5 2.5 0 0 1-2.2 1.2H5.5A2.5 2.5 0 0 1 3 15V9a2.5 2.5 0 0 1 1.8-2.4M15.5 10.75l4.3-2.6a.6.6 0 0 1 .9.5v6.7M4 4l16 16" />`,
  );
/** An icon that says: a person before something that is not seen. */
export const blurIcon: Icon = () =>
  draw(
    svg`<circle cx="12" cy="9.5" r="3.5" /><path d="M5.5 20a6.5 6.5 0 0 1 13 0M4 5h.01M4 10h.01M4 15h.01M20 5h.01M20 10h.01M20 15h.01M8 3h.01M16 3h.01" />`,
  );
/** An icon that says: screen. */
export const screenIcon: Icon = () =>
  draw(svg`<rect x="3" y="4.5" width="18" height="12" rx="2.5" /><path d="M8.5 20h7M12 16.5V20" />`);
/** An icon that says: microphone. */
export const microphoneIcon: Icon = () =>
  draw(
    svg`<rect x="9" y="3.5" width="6" height="10.5" rx="3" /><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5" />`,
  );

/** An icon that says: without sound. */
export const microphoneOffIcon: Icon = () =>
  draw(
    svg`<path d="M9 9.5V11a3 3 0 0 0 4.6 2.5M15 11V6.5a3 3 0 0 0-5.7-1.3M5.5 11.5a6.5 6.5 0 0 0 10 5.5M18.5 11.5a6.5 6.5 0 0 1-.8 3.1M12 18v2.5M4 4l16 16" />`,
  );
/** An icon that says: edit. */
export const editIcon: Icon = () =>
  draw(
    svg`<path d="m13.5 6.75 3.75 3.75M5 19l.9-3.9L16.2 4.8a1.6 1.6 0 0 1 2.3 0l.7.7a1.6 1.6 0 0 1 0 2.3L8.9 18.1z" />`,
  );
/** An icon that says: stop. */
export const stopIcon: Icon = () =>
  draw(svg`<rect x="7" y="7" width="10" height="10" rx="1.5" fill="currentColor" />`);
/** An icon that says: film. */
export const filmIcon: Icon = () =>
  draw(
    svg`<rect x="3.5" y="5" width="17" height="14" rx="2.5" /><path d="m10.25 9.25 4.5 2.75-4.5 2.75z" />`,
  );
/** An icon that says: pause. */
export const pauseIcon: Icon = () => draw(svg`<path d="M9 5.5v13M15 5.5v13" />`);
/** An icon that says: play. */
export const playIcon: Icon = () => draw(svg`<path d="M8 5.2v13.6L18.8 12z" />`);
/** An icon that says: replay. */
export const replayIcon: Icon = () => draw(svg`<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v3.6h3.6" />`);
/** An icon that says: retry. */
export const retryIcon: Icon = () => draw(svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 4.5v3.6h-3.6" />`);
/** An icon that says: list. */
export const listIcon: Icon = () => draw(svg`<path d="M4 6.5h16M4 12h9M4 17.5h9M16.5 12.25v6l4.5-3z" />`);
/** An icon that says: shuffle. */
export const shuffleIcon: Icon = () =>
  draw(
    svg`<path d="M3.5 7.5h2.75c1.5 0 2.5.75 3.25 2l3 5c.75 1.25 1.75 2 3.25 2h4M17 13.75l2.75 2.75L17 19.25M3.5 16.5h2.75c1.25 0 2.25-.5 3-1.5M12.75 9c.75-1 1.75-1.5 3-1.5h4M17 4.75l2.75 2.75L17 10.25" />`,
  );
/** An icon that says: close. */
export const closeIcon: Icon = () => draw(svg`<path d="m6.5 6.5 11 11m0-11-11 11" />`);
/** An icon that says: check. */
export const checkIcon: Icon = () => draw(svg`<path d="m5 12.5 4.5 4.5L19 7.5" />`);
/** An icon that says: volume. */
export const volumeIcon: Icon = () =>
  draw(svg`<path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />`);
/** An icon that says: muted. */
export const mutedIcon: Icon = () =>
  draw(svg`<path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.75l4.5 4.5m0-4.5-4.5 4.5" />`);
/** An icon that says: fullscreen. */
export const fullscreenIcon: Icon = () =>
  draw(
    svg`<path d="M4.5 9V6a1.5 1.5 0 0 1 1.5-1.5h3M15 4.5h3A1.5 1.5 0 0 1 19.5 6v3M19.5 15v3a1.5 1.5 0 0 1-1.5 1.5h-3M9 19.5H6A1.5 1.5 0 0 1 4.5 18v-3" />`,
  );
/** An icon that says: fullscreen exit. */
export const fullscreenExitIcon: Icon = () =>
  draw(
    svg`<path d="M9 4.5v3A1.5 1.5 0 0 1 7.5 9h-3M19.5 9h-3A1.5 1.5 0 0 1 15 7.5v-3M15 19.5v-3a1.5 1.5 0 0 1 1.5-1.5h3M4.5 15h3A1.5 1.5 0 0 1 9 16.5v3" />`,
  );
/** An icon that says: up. */
export const upIcon: Icon = () => draw(svg`<path d="m6.5 14.5 5.5-5.5 5.5 5.5" />`);
/** An icon that says: down. */
export const downIcon: Icon = () => draw(svg`<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />`);
