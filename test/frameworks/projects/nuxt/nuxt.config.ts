export default defineNuxtConfig({
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('vh-') } },
  hooks: {
    // What an element loads when somebody uses it is not fetched ahead with every page.
    'build:manifest': (manifest) => {
      for (const file of Object.values(manifest)) file.dynamicImports = [];
    },
  },
});
