/** What a dry run says: each package as it would be published, what is wrong with it, and what stops a release. */
export function describeTried(tried, faults) {
  const said = tried.map(describePackage);
  const isReady = faults.length === 0 && tried.every(({ fault }) => fault === undefined);
  const end = isReady
    ? 'All of it works, installed alone. Nothing was published: npm run release -- VERSION'
    : ['Nothing was published, and a release would be stopped:', ...faults, ...tried.flatMap(faultsOf)].join(
        '\n- ',
      );
  return { text: [...said, end].join('\n\n'), isReady };
}

function describePackage({ name, version, size, unpackedSize, integrity, files, fault }) {
  const counts = new Map();
  for (const file of files) {
    const place = file.replace(/\/.*/, '/');
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const lines = [...counts].map(([place, count]) => `  ${place}${count > 1 ? `  ${count} files` : ''}`);
  return [
    `${name}@${version}  ${kB(size)} packed, ${kB(unpackedSize)} unpacked, ${files.length} files`,
    `  ${integrity}`,
    ...lines,
    `  installed alone: ${fault ? 'does not work' : 'works'}`,
  ].join('\n');
}

const faultsOf = ({ fault }) => (fault === undefined ? [] : [fault]);
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
