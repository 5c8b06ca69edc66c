export default defineNuxtConfig({
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('vh-') } },
  hooks: {
    // The chunks that an element loads on use are not prefetched with every page.
    'build:manifest': (manifest) => {
      for (const file of Object.values(manifest)) file.dynamicImports = [];
    },
  },
});
