import { tidy } from './scripts/manifest/tidy.mjs';

export default {
  globs: ['src/elements/**/*.ts', 'src/define/*.ts'],
  outdir: '.build/manifest',
  litelement: true,
  packagejson: false,
  plugins: [tidy()],
};
