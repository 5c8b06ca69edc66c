import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { at } from '../base/root.mjs';

/** Types of frameworks, which say themselves that they may not be there. */
const IS_LENIENT = /^\/\/ @ts-nocheck/;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|^declare module\s+)(["'])(?<name>[^"'\n]+)\1/gm;

/** Imports of packed modules and types that lead to packages which an installation does not bring. */
export function importFaults(files, { name: own, dependencies, peerDependencies }) {
  const brought = new Set([own, ...Object.keys({ ...dependencies, ...peerDependencies })]);
  return files
    .filter((file) => /^dist\/(?!cdn\/).*\.(?:js|d\.ts)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(at(file), 'utf8');
      if (IS_LENIENT.test(text)) return [];
      // What stands in a comment is not imported.
      const code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      const names = [...code.matchAll(IMPORT)].map(({ groups }) => groups.name);
      return [...new Set(names)]
        .filter((specifier) => /^[@\w]/.test(specifier) && !isBuiltin(specifier))
        .filter((specifier) => !brought.has(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0]))
        .map((specifier) => `${file} imports ${specifier}, which an installation does not bring`);
    });
}
