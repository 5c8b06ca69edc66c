const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** True if version `next` comes after `present`; versions are three numbers. */
export function isLater(next, present) {
  const [one, other] = [next, present].map((version) => VERSION.exec(version)?.slice(1).map(Number));
  if (!one || !other) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at] > other[at];
}

/** The changelog with everything unreleased under a version and its day; throws where there is nothing to release. */
export function cutChangelog(text, version, day) {
  const [, before, unreleased, rest = ''] =
    /^([^]*?^## Unreleased\n)([^]*?)(^## [^]*)?$(?![^])/m.exec(text) ?? [];
  if (before === undefined || unreleased.trim() === '')
    throw new Error('CHANGELOG.md has nothing under “Unreleased”: there is nothing to release.');
  return `${before}\n## ${version}, ${day}\n${unreleased.trimEnd()}\n${rest && `\n${rest}`}`;
}
