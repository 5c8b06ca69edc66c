import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

/** What pages may load: SvelteKit gives its own scripts a nonce. src/hooks.server.js adds the video service. */
const csp = {
  mode: 'nonce',
  directives: {
    'default-src': ['self'],
    'script-src': ['self'],
    'style-src': ['self'],
    // The one style attribute that SvelteKit itself writes: it hides what it tells screen readers of a new page.
    'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
    'require-trusted-types-for': ['script'],
    'trusted-types': ['svelte-trusted-html', 'lit-html', 'vh-elements'],
    'object-src': ['none'],
    'base-uri': ['none'],
    'form-action': ['self'],
    'frame-ancestors': ['self'],
  },
};

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), files: { assets: 'public' }, csp })],
});
