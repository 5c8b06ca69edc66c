/** The tracks of a player, and the care for those of a bare `<video>`: with the first list of tracks. */
export const loadTracks = () => import('./picker-tracks.ts');

/** The menu, with the panel for the look of captions: when the pointer or the focus comes near. */
export const loadMenu = () => import('./picker-menu.ts');
