import { reportSetup } from '../core/setup/report-setup.ts';
import { configure, type Config } from '../locales/configure.ts';

/** The page's own texts, from `data-words` of the script tag: the JSON of what `configure` takes. */
export function setScriptWords(script: HTMLScriptElement): void {
  try {
    configure({ words: JSON.parse(script.dataset['words'] ?? '{}') as NonNullable<Config['words']> });
  } catch {
    reportSetup('invalid-use', 'data-words of the script tag is ignored: the value is not JSON.');
  }
}
