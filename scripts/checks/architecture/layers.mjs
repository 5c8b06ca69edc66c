import { ENGINES } from '../../base/engines.mjs';
import { PACKED } from '../../building/pack-module.mjs';
import { WORKER } from '../../building/pack-worker.mjs';

/** What each folder of src may import from, besides itself. ARCHITECTURE.md has the picture. */
export const mayImport = {
  'core': [],
  'locales': ['core'],
  'client': ['core'],
  'upload': ['core', 'client'],
  'playback': ['core', 'client'],
  'captions': ['core', 'client'],
  'session': ['core', 'client'],
  'elements': ['core', 'client', ...ENGINES, 'locales'],
  'define': ['elements'],
  'react': [],
  'cdn': ['core', 'locales', 'define', 'embed-page'],
  'embed': ['core'],
  'embed-page': ['core', 'embed', 'elements'],
  'backend': ['core', 'embed'],
  'conformance': ['core'],
  'insights': ['core'],
  'index': ['core', 'client', ...ENGINES, 'locales', 'elements'],
};

/** The layer that a file of src belongs to: its folder, or its name. */
export const layerOf = (file) => file.split('/')[1].replace(/\.ts$/, '');

/** The face of each engine: the only file of it that another folder imports. */
export const facesOf = (project) =>
  new Map(ENGINES.map((engine) => [engine, `src/${engine}/index.ts`]).filter(([, face]) => face in project));

/** Where each of the heavy libraries may be named. Both are fetched on demand, behind `await import()`. */
export const onDemand = ['hls.js', 'tus-js-client', 'mediabunny'];

/**
 * Modules that the build packs with a library into one file (`scripts/building/pack-module.mjs`). Loaded on demand themselves, they import
 * at once what they need, so that the build leaves out the rest of it.
 */
export const packed = [...Object.keys(PACKED), WORKER];

/** The folders that may load them. */
export const loaders = ['upload', 'playback'];
