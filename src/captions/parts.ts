/** The code of the tracks of one media element: comes with the first list of tracks. */
export const loadCaptionTracks = () => import('./tracks/caption-tracks.ts');

/** Captions that show when they are needed: for viewers who chose that. */
export const loadAutoCaptions = () => import('./tracks/follow-auto.ts');

/** Captions that are read aloud: for viewers who chose that. */
export const loadSpokenCaptions = () => import('./speech/speak-captions.ts');

/** The audio description: for media that have one. */
export const loadDescription = () => import('./speech/description.ts');

/** Captions that are translated on the device: for viewers who open a menu of captions, where the browser can. */
export const loadTranslation = () => import('./translate/caption-translation.ts');
