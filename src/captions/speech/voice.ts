import { canonical } from '../languages/languages.ts';

/** The members of the browser's speech that a voice uses. */
export type Synthesis = Pick<
  SpeechSynthesis,
  'speak' | 'cancel' | 'getVoices' | 'addEventListener' | 'removeEventListener'
>;

/** The platform as a voice uses it; without a synthesis it is silent. */
export interface SpeechEnvironment {
  readonly synthesis: Synthesis | undefined;
  readonly utter: (text: string) => SpeechSynthesisUtterance;
}

/** A sentence to say, and how much of it has been said. */
export interface Sentence {
  readonly text: string;
  /** BCP 47; empty if unknown. */
  readonly language: string;
  /** Characters. */
  said: number;
}

/** How a sentence ended: `unable` when no voice is available. */
export type Outcome = 'said' | 'stopped' | 'unable';

/** Browsers load the list of voices when they are first asked for it. */
const VOICES_MS = 1_000;
/** A synthesis that has not begun by then does not work. */
const BEGIN_MS = 4_000;
/** A slow voice needs so long for a character; some never say that they have ended. */
const CHARACTER_MS = 160;

/** Says sentences with the browser's speech synthesis, one at a time, in a voice of their language. */
export class Voice {
  readonly #environment: SpeechEnvironment;
  #listed: Promise<readonly SpeechSynthesisVoice[]> | undefined;
  /** True once it did not begin a sentence. */
  #isBroken = false;

  constructor(environment: SpeechEnvironment = platform()) {
    this.#environment = environment;
  }

  /** True where there is a voice for a language. */
  async speaks(language: string): Promise<boolean> {
    return !this.#isBroken && voiceFor(await this.#voices(), language) !== undefined;
  }

  /** Says the rest of a sentence; the signal ends it. */
  async say(
    sentence: Sentence,
    { rate, volume }: { rate: number; volume: number },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { synthesis, utter } = this.#environment;
    const voice = voiceFor(await this.#voices(), sentence.language);
    if (signal.aborted) return 'stopped';
    if (!synthesis || !voice || this.#isBroken) return 'unable';
    const from = sentence.said;
    const utterance = utter(sentence.text.slice(from));
    Object.assign(utterance, { voice, lang: sentence.language || voice.lang, rate, volume });
    return new Promise((resolve) => {
      const life = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (outcome: Outcome) => {
        clearTimeout(timer);
        life.abort();
        resolve(outcome);
      };
      const endAfter = (ms: number, outcome: Outcome) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          this.#isBroken ||= outcome === 'unable';
          end(outcome);
          synthesis.cancel();
        }, ms);
      };
      const hear = (type: keyof SpeechSynthesisUtteranceEventMap, take: (event: Event) => void) =>
        utterance.addEventListener(type, take, { signal: life.signal });
      hear('start', () => endAfter(BEGIN_MS + (utterance.text.length * CHARACTER_MS) / rate, 'said'));
      hear('boundary', (event) => {
        const { charIndex } = event as SpeechSynthesisEvent;
        if (charIndex > 0) sentence.said = from + charIndex;
      });
      hear('end', () => end('said'));
      hear('error', (event) => {
        const { error } = event as SpeechSynthesisErrorEvent;
        // Other code has silenced the page.
        end(error === 'canceled' || error === 'interrupted' ? 'said' : 'unable');
      });
      signal.addEventListener(
        'abort',
        () => {
          end('stopped');
          synthesis.cancel();
        },
        { signal: life.signal },
      );
      endAfter(BEGIN_MS, 'unable');
      synthesis.speak(utterance);
    });
  }

  #voices(): Promise<readonly SpeechSynthesisVoice[]> {
    return (this.#listed ??= this.#list());
  }

  async #list(): Promise<readonly SpeechSynthesisVoice[]> {
    const { synthesis } = this.#environment;
    const voices = synthesis?.getVoices() ?? [];
    if (!synthesis || voices.length > 0) return voices;
    const wait = new AbortController();
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, VOICES_MS);
      wait.signal.addEventListener('abort', () => clearTimeout(timer));
      synthesis.addEventListener('voiceschanged', resolve, { signal: wait.signal });
    });
    wait.abort();
    const found = synthesis.getVoices();
    // More voices may come later.
    if (found.length === 0) this.#listed = undefined;
    return found;
  }
}

/** The best voice for a language: of the same region, then of this device. For an unknown language the system's own. */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | undefined {
  if (language === '') return voices.find((voice) => voice.default) ?? voices[0];
  const wanted = tagOf(language);
  const [primary] = wanted.split('-');
  const worth = (voice: SpeechSynthesisVoice) => {
    const tag = tagOf(voice.lang);
    if (tag.split('-')[0] !== primary) return -1;
    return Number(tag === wanted) * 4 + Number(voice.default) * 2 + Number(voice.localService);
  };
  const [best] = voices
    .map((voice) => ({ voice, worth: worth(voice) }))
    .filter((one) => one.worth >= 0)
    .sort((one, other) => other.worth - one.worth);
  return best?.voice;
}

/** Android writes `en_US`. A private part, such as that of captions beside subtitles, is no part of a language. */
function tagOf(language: string): string {
  return canonical(language.replaceAll('_', '-').replace(/-x-.*$/, ''));
}

function platform(): SpeechEnvironment {
  const has = 'speechSynthesis' in globalThis && 'SpeechSynthesisUtterance' in globalThis;
  return {
    synthesis: has ? speechSynthesis : undefined,
    utter: (text) => new SpeechSynthesisUtterance(text),
  };
}
