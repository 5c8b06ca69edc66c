import { packageOf } from '../package/third-party.mjs';

/** Leaves out the source maps of chunks that hold only third-party code or words: they are not debugged here. */
export const leanMaps = () => ({
  name: 'lean-maps',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      const ids = Object.keys(chunk.modules ?? {});
      if (ids.length === 0 || !ids.every((id) => packageOf(id) || id.includes('/src/locales/'))) continue;
      Reflect.deleteProperty(bundle, `${chunk.fileName}.map`);
    }
  },
});
