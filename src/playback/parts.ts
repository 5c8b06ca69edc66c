import { VhError } from '../core/errors/vh-error.ts';

/** Asks for a source, and brings its captions and chapters: for whatever is played by an id, or as a playback. */
export const loadSource = () => needed(import('./source/resolve-source.ts'));

/** Plays one source, with its fast start: once media are wanted, or a viewer is about to want them. */
export const loadAttempt = () => needed(import('./attempt/attempt.ts'));

/** Has hls.js play: for HLS where the browser's own is not the better one. */
export const loadHlsAdapter = () => needed(import('./adapters/hls/hls-adapter.ts'));

/** All of hls.js, for streams that need it. */
export const loadHls = () => needed(import('hls.js'));

/** The small build of hls.js, which is enough for most streams. */
export const loadLightHls = () => import('hls.js/light').catch(loadHls);

/** Reports playback in each request, as CMCD: for pages that ask for it. */
export const loadCmcd = () => import('./cmcd/cmcd-decorator.ts');

/** Chapters of a stream: for one that names some where the service has none. */
export const loadStreamChapters = () => import('./adapters/hls/tracks/hls-chapters.ts');

/** Pictures of a stream: for a viewer who looks for a place in one without a storyboard. */
export const loadIFrames = () => import('./adapters/hls/tracks/iframe-track.ts');

/** Without it nothing plays. The next try loads it again; one begins when the line is back. */
async function needed<Module>(code: Promise<Module>): Promise<Module> {
  return code.catch((cause: unknown) => {
    throw new VhError('media-network', 'A part of the page could not be loaded.', { cause });
  });
}
