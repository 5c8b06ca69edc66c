// Each framework's own list of tags is added to. A page uses one of them, and the others' modules are not there:
// hence @ts-nocheck, without which strict projects would report that.
const head = '// @ts-nocheck: names modules of frameworks that may not be installed\n';

const imports = (elements) =>
  elements
    .map(({ className, path }) => `import type { ${className} } from './${path.replace('dist/', '')}';\n`)
    .join('') +
  "import type * as Vh from './element-props.js';\n\nexport type * from './element-props.js';\n\n";

// Handlers are named as HTML would: `onvh-error`. Some write `on:vh-error`, Vue `onVhError`.
const colon =
  'type Colon<Handlers> = {\n' +
  '  [Name in keyof Handlers as Name extends `on${infer Event}` ? `on:${Event}` : never]: Handlers[Name];\n};\n\n';
// Solid has another name for properties.
const set =
  'type Set<Properties> = { [Name in keyof Properties as `prop:${Name & string}`]: Properties[Name] };\n\n';
const camel =
  'type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`\n' +
  '  ? `${Head}${Capitalize<Camel<Tail>>}`\n  : Name;\n' +
  'type Camels<Handlers> = {\n' +
  '  [Name in keyof Handlers as Name extends `on${infer Event}` ? `on${Capitalize<Camel<Event>>}` : never]: Handlers[Name];\n};\n\n';

// Vue's checker knows `max-size="2 GB"` by the property's name.
const written =
  'type Written<Properties> = {\n' +
  '  [Name in keyof Properties]: number extends Properties[Name] ? Properties[Name] | string : Properties[Name];\n};\n\n';

const lines = (elements, indent, typeOf) =>
  elements.map((element) => `${indent}'${element.tag}': ${typeOf(element.className)};\n`).join('');

const jsxModule = (name, elements, typeOf) =>
  `declare module '${name}' {\n  namespace JSX {\n    interface IntrinsicElements {\n` +
  `${lines(elements, '      ', typeOf)}    }\n  }\n}\n`;

/** `vh-elements/jsx`: React 19, Preact and Solid. */
export const jsxTypes = (elements) =>
  [
    head + imports(elements) + colon + set,
    jsxModule(
      'react',
      elements,
      (name) =>
        `import('react').DetailedHTMLProps<import('react').HTMLAttributes<${name}>, ${name}> & Vh.${name}Props & Vh.${name}Handlers & Vh.${name}NativeHandlers`,
    ),
    jsxModule(
      'preact',
      elements,
      (name) => `import('preact').HTMLAttributes<${name}> & Vh.${name}Props & Vh.${name}Handlers`,
    ),
    jsxModule(
      'solid-js/jsx-runtime',
      elements,
      (name) =>
        `HTMLAttributes<${name}> & Vh.${name}Props & Set<Vh.${name}Properties> & Colon<Vh.${name}Handlers>`,
    ),
  ].join('\n');

/** `vh-elements/vue`: tags for Vue's templates. */
export const vueTypes = (elements) =>
  `${head}${imports(elements)}${camel}${written}declare module 'vue' {\n  interface GlobalComponents {\n` +
  lines(
    elements,
    '    ',
    (name) =>
      `new () => ${name} & { $props: Omit<import('vue').HTMLAttributes, keyof Camels<Vh.${name}NativeHandlers>> & import('vue').PublicProps & Vh.${name}Props & Written<Vh.${name}Properties> & Camels<Vh.${name}Handlers & Vh.${name}NativeHandlers> }`,
  ) +
  '  }\n}\n';

/** `vh-elements/svelte`: tags for Svelte's templates, with its new handlers and its old. */
export const svelteTypes = (elements) =>
  `${head}${imports(elements)}${colon}declare module 'svelte/elements' {\n  interface SvelteHTMLElements {\n` +
  lines(
    elements,
    '    ',
    (name) => `HTMLAttributes<${name}> & Vh.${name}Props & Vh.${name}Handlers & Colon<Vh.${name}Handlers>`,
  ) +
  '  }\n}\n';
