import { importsOf, parse } from './syntax.mjs';

/** 8: the single script is whole and stands by itself; what is packed loads in Node and is nothing but the package. */
export const shipping = {
  name: 'the single script is whole, every module loads in Node, only the package is packed',
  find(project, { packed, loadFailures }) {
    return [
      ...cdnFaults(project),
      ...loadFailures,
      ...packed.filter(isStray).map((file) => `${file} is packed`),
    ];
  },
};

const isStray = (file) =>
  !/^(dist\/|(custom-elements|package)\.json$|(README|CHANGELOG)\.md$|LICENSE$)/.test(file) ||
  /\.test\./.test(file);

function cdnFaults(project) {
  const scripts = Object.keys(project).filter((file) => /^dist\/cdn\/.*\.js$/.test(file));
  const entry = project['dist/cdn/vh-elements.js'] ?? '';
  const missing = ['vh-uploader', 'vh-player', 'vh-captions-picker'].filter((tag) => !entry.includes(tag));
  const dangling = scripts.flatMap((file) =>
    importsOf({ file, tree: parse(file, project[file]) })
      .filter((link) => !link.file || !(link.file in project))
      .map(({ specifier }) => `${file} imports ${specifier}, which does not lie beside it`),
  );
  return [...missing.map((tag) => `dist/cdn/vh-elements.js does not register <${tag}>`), ...dangling];
}
