import type {
  LanguagePair,
  Translator,
  TranslatorMaker,
} from '../../../src/captions/translate/translator.ts';

/** A browser's translator that writes in capitals. Its languages come when the test says so. */
export class FakeTranslator implements TranslatorMaker {
  /** The asked pairs, as `de>en`. */
  readonly asked: string[] = [];
  readonly created: string[] = [];
  live = 0;
  answer: 'unavailable' | 'downloadable' = 'downloadable';
  works = true;
  #monitor = new EventTarget();
  #come: (() => void) | undefined;

  availability(pair: LanguagePair): Promise<'unavailable' | 'downloadable'> {
    this.asked.push(nameOf(pair));
    return Promise.resolve(this.answer);
  }

  async create(options: Parameters<TranslatorMaker['create']>[0]): Promise<Translator> {
    this.created.push(nameOf(options));
    this.#monitor = new EventTarget();
    options.monitor(this.#monitor);
    await new Promise<void>((resolve) => (this.#come = resolve));
    this.live++;
    return {
      translate: (text) =>
        this.works ? Promise.resolve(text.toUpperCase()) : Promise.reject(new TypeError()),
      destroy: () => void this.live--,
    };
  }

  /** Half of the languages, or all of them, are on the device. */
  come(share: 0.5 | 1): void {
    this.#monitor.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: share, total: 1 }));
    if (share === 1) this.#come?.();
  }
}

const nameOf = ({ sourceLanguage, targetLanguage }: LanguagePair) => `${sourceLanguage}>${targetLanguage}`;

/** Puts it in the place of the browser's own; gives what ends that. */
export function fakeTranslator(translator: TranslatorMaker | undefined): () => void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'Translator');
  Reflect.deleteProperty(globalThis, 'Translator');
  if (translator)
    Object.defineProperty(globalThis, 'Translator', {
      value: translator,
      configurable: true,
      writable: true,
    });
  return () => {
    Reflect.deleteProperty(globalThis, 'Translator');
    if (own) Object.defineProperty(globalThis, 'Translator', own);
  };
}
