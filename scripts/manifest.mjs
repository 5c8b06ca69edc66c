// npm run manifest: writes the tables of languages from src/locales, custom-elements.json, docs/reference.md, docs/effects.md, docs/texts.md, docs/other-languages.md, llms.txt and the quoted texts in docs/errors.md from the sources,
// and docs/measured.md from bench/results.
import './base/need-node.mjs';
import { writeFileSync } from 'node:fs';

const { orStop, prepare } = await import('./building/prepare.mjs');
await orStop(async () => {
  await prepare([], ['tests']);
  const { writeLanguages } = await import('./locales/write-languages.mjs');
  await writeLanguages();
  const { makeManifest } = await import('./manifest/make-manifest.mjs');
  writeFileSync('custom-elements.json', await makeManifest());
  const { writeReference } = await import('./reference/write-reference.mjs');
  await writeReference();
  const { writeEffects } = await import('./effects/write-effects.mjs');
  await writeEffects();
  const { writeTexts } = await import('./reference/texts.mjs');
  await writeTexts();
  const { writeLlms } = await import('./docs/llms.mjs');
  writeLlms();
  const { writeMeasured } = await import('./reference/measured.mjs');
  await writeMeasured();
  const { writeOtherLanguages } = await import('./reference/other-languages.mjs');
  await writeOtherLanguages();
  const { writeErrorTexts } = await import('./error-texts/write-error-texts.mjs');
  await writeErrorTexts();
});
