/** The engines: folders of `src` below the elements, which show what others may use in a face, `index.ts`. */
export const ENGINES = ['upload', 'playback', 'captions', 'session'];
