import { Voice, type Synthesis } from '../../../src/captions/speech/voice.ts';

/** An utterance as far as a voice sees one. */
class FakeUtterance extends EventTarget {
  readonly text: string;
  lang = '';
  rate = 1;
  volume = 1;
  pitch = 1;
  readonly onboundary = null;
  readonly onend = null;
  readonly onerror = null;
  readonly onmark = null;
  readonly onpause = null;
  readonly onresume = null;
  readonly onstart = null;
  voice: SpeechSynthesisVoice | null = null;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

export const voiceOf = (lang: string, more: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice => ({
  ...{ lang, name: lang, voiceURI: lang, default: false, localService: true },
  ...more,
});

/** A browser's speech whose events a test sets. */
export class FakeSpeech extends EventTarget implements Synthesis {
  voices: SpeechSynthesisVoice[] = [voiceOf('en-US', { default: true }), voiceOf('de-DE')];
  /** All that was begun, in its order. */
  readonly uttered: SpeechSynthesisUtterance[] = [];
  cancelled = 0;
  /** False: it begins nothing, and says nothing of it. */
  works = true;

  readonly voice = new Voice({
    synthesis: this,
    utter: (text) => new FakeUtterance(text),
  });

  get texts(): string[] {
    return this.uttered.map(({ text }) => text);
  }

  get last(): SpeechSynthesisUtterance {
    const last = this.uttered.at(-1);
    if (!last) throw new RangeError('Nothing was said.');
    return last;
  }

  getVoices(): SpeechSynthesisVoice[] {
    return this.voices;
  }

  speak(utterance: SpeechSynthesisUtterance): void {
    this.uttered.push(utterance);
    if (this.works) utterance.dispatchEvent(new Event('start'));
  }

  cancel(): void {
    this.cancelled++;
    this.report('error', { error: 'canceled' });
  }

  /** Says something of the last utterance. */
  report(type: string, details: object = {}): void {
    this.uttered.at(-1)?.dispatchEvent(Object.assign(new Event(type), details));
  }
}

/** Puts it in the place of a page's own speech; gives what ends that. */
export function fakeSpeech(speech: FakeSpeech): () => void {
  const names = ['speechSynthesis', 'SpeechSynthesisUtterance'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const values = [speech, FakeUtterance];
  names.forEach((name, at) =>
    Object.defineProperty(globalThis, name, { value: values[at], configurable: true, writable: true }),
  );
  return () =>
    names.forEach((name, at) => {
      const own = before[at];
      if (own) Object.defineProperty(globalThis, name, own);
      else Reflect.deleteProperty(globalThis, name);
    });
}
