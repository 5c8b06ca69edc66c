// Imported before anything else, and in old words, so that an old Node can still read it and print the reason.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `vh-elements needs Node 20.19 or newer and this is ${process.version}: install a newer one, then run the command again.`,
  );
  process.exit(1);
}
