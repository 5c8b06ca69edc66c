import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/** `require()` and resolution as it was before `exports`: the package is for `import` alone. */
const NOT_OURS = ['node10', 'node16-cjs'];

/** The findings of are-the-types-wrong in a packed package, in one line each. It leaves out patterns, so their names are added. */
export async function typesFaults(archive, { exports }, files) {
  const patterns = Object.entries(exports).filter(([name]) => name.includes('*'));
  const wide = patterns.filter(([name]) => name.endsWith('*')).map(([name]) => name);
  const includeEntrypoints = patterns
    .filter(([name]) => name.endsWith('.js') && !name.startsWith('./cdn/'))
    .flatMap(([name, target]) => filled(name, target, files))
    // The elements' own modules; each further one takes a while, and no page of the documents names it.
    .filter((name) => /\/vh-[^/]*\.js$/.test(name));
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(archive), {
    includeEntrypoints,
    // The files of a script tag, and the script of a service worker: nobody imports them with types.
    excludeEntrypoints: [/\.(?:css|json)$/, /^\.\/cdn\//, './upload-worker.js'],
  });
  if (!types) return ['The package has no types.'];
  return [
    ...wide.map((name) => `${name} makes every folder an entry point`),
    ...problems
      .filter(({ resolutionKind }) => !NOT_OURS.includes(resolutionKind))
      .map(({ kind, entrypoint, resolutionKind, ...rest }) =>
        [kind, entrypoint, resolutionKind, JSON.stringify(rest)].filter(Boolean).join(' '),
      ),
  ];
}

/** The names that a pattern of `exports` matches. */
function filled(name, target, files) {
  const [before, after] = target.replace('./', '').split('*');
  return files
    .filter((file) => file.startsWith(before) && file.endsWith(after))
    .map((file) => name.replace('*', file.slice(before.length, file.length - after.length)));
}
