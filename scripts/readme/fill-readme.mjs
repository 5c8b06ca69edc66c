import { format, resolveConfig } from 'prettier';
import { elementsOf } from '../manifest/elements.mjs';
import { tablesOf } from './tables.mjs';

const marked = /(<!-- api -->\n)[\s\S]*?(<!-- \/api -->)/;

/** The README with the part between `<!-- api -->` and `<!-- /api -->` filled from the manifest. */
export async function fillReadme(text, manifest) {
  if (!marked.test(text))
    throw new Error('README.md has no place for the tables: <!-- api --> … <!-- /api -->');
  const tables = elementsOf(manifest).map(tablesOf).join('\n\n');
  const filled = text.replace(marked, (_, open, close) => `${open}\n${tables}\n\n${close}`);
  return format(filled, { ...(await resolveConfig('README.md')), parser: 'markdown' });
}
