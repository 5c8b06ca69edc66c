/** The settings: with the first press on a control that opens a page of them. */
export const loadSettings = () => import('./menu/settings-sheet.ts');

/** The panel for the look of captions: when a viewer chooses it in the settings. */
export const loadStylePanel = () => import('../../caption-style/style-panel.ts');

/** The pictures over the seek bar: when a pointer comes to the bar of a video that has some. */
export const loadPreview = () => import('./seek-bar/preview.ts');

/** The window above all others: with the first press on its button, or as it plays with `auto-pip`. */
export const loadWindow = () => import('../presentation/pip-window/player-window.ts');

/** The card at the end of an entry: with the controls of a player that has a playlist. */
export const loadUpNext = () => import('./up-next/up-next.ts');
