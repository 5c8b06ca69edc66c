import { importsOf, parse } from '../source/syntax.mjs';

/** 8: the single script is complete and self-contained; packed files load in Node and belong to the package. */
export const shipping = {
  name: 'the single script is whole, every module loads in Node, only the package is packed',
  find(project, { packed, loadFailures }) {
    return [
      ...bundleFaults(project),
      ...danglingImports(project),
      ...loadFailures,
      ...packed.filter(isStray).map((file) => `${file} is packed`),
    ];
  },
};

const isStray = (file) =>
  !/^(dist\/|docs\/.*\.(md|webp|schema\.json)$|backends\/(php\/vh-(?:backend|embed|state)\.php|python\/vh_(?:backend|embed|state)\.py)$|(custom-elements|package)\.json$|(README|CHANGELOG|ARCHITECTURE|CONTRIBUTING)\.md$|LICENSE$|llms\.txt$|skills\/vh-elements\/SKILL\.md$)/.test(
    file,
  ) || /\.test\./.test(file);

function bundleFaults(project) {
  const entry = project['dist/cdn/vh-elements.js'] ?? '';
  const missing = ['vh-uploader', 'vh-player', 'vh-captions-picker'].filter((tag) => !entry.includes(tag));
  return missing.map((tag) => `dist/cdn/vh-elements.js does not register <${tag}>`);
}

/** Imports of missing files. TypeScript does not rename every `import('./x.ts')`. */
function danglingImports(project) {
  const scripts = Object.keys(project).filter((file) => /^dist\/.*\.js$/.test(file));
  return scripts.flatMap((file) =>
    importsOf({ file, tree: parse(file, project[file]) })
      .filter((link) => (link.file ? !(link.file in project) : file.startsWith('dist/cdn/')))
      .map(({ specifier }) => `${file} imports ${specifier}, which does not lie beside it`),
  );
}
