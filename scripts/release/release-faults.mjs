import { cutChangelog, isLater } from './cut-release.mjs';
import { originFaults } from './origin-faults.mjs';

/** What stops a release of `version`, a sentence each; none where it can be made. */
export function releaseFaults({ about, changelog, version, day }) {
  const faults = [];
  if (!isLater(version, about.version))
    faults.push(`Say which version, later than ${about.version}: npm run release -- 1.2.3`);
  const placeholders = originFaults(about);
  if (placeholders.length > 0)
    faults.push(`package.json holds placeholders: say yours in ${placeholders.join(', ')}.`);
  try {
    cutChangelog(changelog, version, day);
  } catch (error) {
    faults.push(error.message);
  }
  return faults;
}
