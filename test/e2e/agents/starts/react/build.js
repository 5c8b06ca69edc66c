import { build } from 'esbuild';

await build({
  entryPoints: ['src/app.jsx'],
  outdir: 'public/built',
  bundle: true,
  splitting: true,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});
