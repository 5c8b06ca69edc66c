import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  server: { host: '127.0.0.1', port: 3000 },
  // Scripts and styles are files, so that the policy of lib/policy.js needs no exception.
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // src/middleware.js refuses forms of other sites: Astro does not know the address that a proxy has.
  security: { checkOrigin: false },
  vite: {
    build: { assetsInlineLimit: 0 },
    server: {
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/data/**'] },
      watch: { ignored: ['**/data/**'] },
    },
  },
});
