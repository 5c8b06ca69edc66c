import adapter from '@sveltejs/adapter-node';

export default {
  kit: {
    adapter: adapter(),
    files: { assets: 'public' },
    // What pages may load: SvelteKit gives its own scripts a nonce. src/hooks.server.js adds the video service.
    csp: {
      mode: 'nonce',
      directives: {
        'default-src': ['self'],
        'script-src': ['self'],
        'require-trusted-types-for': ['script'],
        'trusted-types': ['svelte-trusted-html', 'lit-html', 'vh-elements'],
        'object-src': ['none'],
        'base-uri': ['none'],
        'form-action': ['self'],
        'frame-ancestors': ['self'],
      },
    },
  },
};
