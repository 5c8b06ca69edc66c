import { readFileSync, writeFileSync } from 'node:fs';
import { elementsOf, readManifest } from '../manifest/elements.mjs';
import { at } from '../base/root.mjs';
import { vsCodeData, webTypes } from './editor-lists.mjs';
import { jsxTypes, svelteTypes, vueTypes } from './framework-types.mjs';
import { propsTypes } from './props-types.mjs';
import { reactComponents } from './react-components.mjs';

/** Writes, beside the built modules, what editors and frameworks want to know; all of it comes from the manifest. */
export function writeEditorData() {
  const elements = elementsOf(readManifest());
  const about = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const files = {
    'element-props.d.ts': propsTypes(elements),
    'jsx.d.ts': jsxTypes(elements),
    'vue.d.ts': vueTypes(elements),
    'svelte.d.ts': svelteTypes(elements),
    'vscode.html-custom-data.json': json(vsCodeData(elements)),
    'web-types.json': json(webTypes(elements, about)),
    // Types alone; a module so that they can be imported.
    'jsx.js': 'export {};\n',
    'vue.js': 'export {};\n',
    'svelte.js': 'export {};\n',
    'element-props.js': 'export {};\n',
    ...reactComponents(elements),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(at('dist', name), text);
}
