import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { runNodeTool } from '../base/run-tool.mjs';

/** The text of custom-elements.json, as the sources say it now. */
export async function makeManifest() {
  await runNodeTool('@custom-elements-manifest/analyzer/cem.js', ['analyze', '--quiet'], {
    complaint: 'The elements could not be analyzed.',
  });
  const manifest = JSON.parse(readFileSync(at('.build/manifest/custom-elements.json'), 'utf8'));
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
