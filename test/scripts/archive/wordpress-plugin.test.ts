import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { inRepository, loadScript } from '../../support/repository.ts';

/** The content of a ZIP file, by its own list of contents; each part is compared with the sum beside it. */
function unpack(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [sum, packed, size] = [16, 20, 24].map((place) => archive.readUInt32LE(at + place));
    const length = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    const start = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(start), 0x04034b50);
    const body = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const data = inflateRawSync(archive.subarray(body, body + (packed ?? 0)));
    assert.deepEqual([data.length, crc32(data)], [size, sum], name);
    files.set(name, data);
    at += 46 + length;
  }
  assert.equal(at, end);
  return files;
}

describe('the archive of the WordPress plugin', () => {
  it('has the plugin, the backend and the script-tag folder, byte by byte', async () => {
    const script = 'scripts/archive/wordpress-plugin.mjs';
    const { wordpressPlugin } = await loadScript<{ wordpressPlugin: () => Buffer }>(script);
    const archive = wordpressPlugin();
    assert.deepEqual(wordpressPlugin(), archive);
    const files = unpack(archive);
    for (const [name, source] of [
      ['vh-elements/vh-elements.php', 'integrations/wordpress/vh-elements/vh-elements.php'],
      ['vh-elements/block/edit.js', 'integrations/wordpress/vh-elements/block/edit.js'],
      ['vh-elements/vh-backend.php', 'backends/php/vh-backend.php'],
      ['vh-elements/assets/vh-elements.js', 'dist/cdn/vh-elements.js'],
    ] as const) {
      assert.deepEqual(files.get(name), readFileSync(inRepository(source)), name);
    }
    assert.deepEqual(
      [...files.keys()].filter((name) => !name.startsWith('vh-elements/') || /\.map$|\.\.|\\/.test(name)),
      [],
    );
  });

  it('has the version of the package where WordPress and browsers look', () => {
    const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { version: string };
    for (const file of ['vh-elements.php', 'block/edit.asset.php']) {
      const text = readFileSync(inRepository('integrations/wordpress/vh-elements', file), 'utf8');
      assert.equal(/ersion'?(?: =>|:) '?([\d.]+)/.exec(text)?.[1], version, file);
    }
  });
});
