import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Voice, voiceFor, type Sentence } from '../../../src/captions/speech/voice.ts';
import { FakeSpeech, voiceOf } from '../../support/elements/fake-speech.ts';
import { settled } from '../../support/until.ts';

const sentence = (text: string, language = 'en'): Sentence => ({ text, language, said: 0 });
const loud = { rate: 1, volume: 1 };
const never = new AbortController().signal;

describe('voiceFor', () => {
  const voices = [
    voiceOf('en-GB'),
    voiceOf('en_US', { default: true }),
    voiceOf('de-DE', { localService: false }),
    voiceOf('de-DE', { name: 'here' }),
    voiceOf('zh-CN'),
  ];

  it('prefers the given region, then the system’s default, then a local voice', () => {
    assert.equal(voiceFor(voices, 'en-GB')?.lang, 'en-GB');
    assert.equal(voiceFor(voices, 'en-US')?.lang, 'en_US');
    assert.equal(voiceFor(voices, 'en-x-cc')?.lang, 'en_US');
    assert.equal(voiceFor(voices, 'de')?.name, 'here');
    assert.equal(voiceFor(voices, '')?.lang, 'en_US');
  });

  it('takes none that would read a language wrongly', () => {
    assert.equal(voiceFor(voices, 'fr'), undefined);
    assert.equal(voiceFor([], ''), undefined);
    assert.equal(voiceFor(voices, 'not a tag'), undefined);
  });
});

describe('Voice', () => {
  it('speaks a sentence in a voice of its language, at the given speed and volume', async () => {
    const speech = new FakeSpeech();
    const saying = speech.voice.say(sentence('Ein Haus.', 'de'), { rate: 1.5, volume: 0.5 }, never);
    await settled();
    const { text, lang, rate, volume, voice } = speech.last;
    assert.deepEqual([text, lang, rate, volume, voice?.lang], ['Ein Haus.', 'de', 1.5, 0.5, 'de-DE']);
    speech.report('end');
    assert.equal(await saying, 'said');
  });

  it('says the rest of an interrupted sentence', async () => {
    const speech = new FakeSpeech();
    const line = sentence('A house on a hill.');
    const stop = new AbortController();
    const saying = speech.voice.say(line, loud, stop.signal);
    await settled();
    speech.report('boundary', { charIndex: 8 });
    stop.abort();
    assert.equal(await saying, 'stopped');
    assert.equal(speech.cancelled, 1);
    const rest = speech.voice.say(line, loud, never);
    await settled();
    assert.equal(speech.last.text, 'on a hill.');
    speech.report('boundary', { charIndex: 3 });
    assert.equal(line.said, 11);
    speech.report('end');
    assert.equal(await rest, 'said');
  });

  it('says nothing where there is no speech, or no voice of that language', async () => {
    const mute = new Voice({ synthesis: undefined, utter: () => assert.fail('There is no voice.') });
    assert.equal(await mute.speaks('en'), false);
    assert.equal(await mute.say(sentence('Hello'), loud, never), 'unable');
    const speech = new FakeSpeech();
    assert.equal(await speech.voice.say(sentence('Bonjour', 'fr'), loud, never), 'unable');
    assert.deepEqual(speech.texts, []);
  });

  it('waits for the list of voices, which browsers load late', async () => {
    const speech = new FakeSpeech();
    const { voices } = speech;
    speech.voices = [];
    const speaks = speech.voice.speaks('de');
    await settled();
    speech.voices = voices;
    speech.dispatchEvent(new Event('voiceschanged'));
    assert.equal(await speaks, true);
  });

  it('gives up a list that never comes, and looks again the next time', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const speech = new FakeSpeech();
    const { voices } = speech;
    speech.voices = [];
    const speaks = speech.voice.speaks('de');
    test.mock.timers.tick(1_000);
    assert.equal(await speaks, false);
    speech.voices = voices;
    assert.equal(await speech.voice.speaks('de'), true);
  });

  it('notices speech that never begins, and does not try it again', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const speech = new FakeSpeech();
    speech.works = false;
    const saying = speech.voice.say(sentence('Hello'), loud, never);
    await settled();
    test.mock.timers.tick(4_000);
    assert.equal(await saying, 'unable');
    assert.equal(await speech.voice.speaks('en'), false);
    assert.equal(await speech.voice.say(sentence('Hello'), loud, never), 'unable');
    assert.equal(speech.uttered.length, 1);
  });

  it('speaks the next text after a voice that sends no end event', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const speech = new FakeSpeech();
    const saying = speech.voice.say(sentence('Hello'), loud, never);
    await settled();
    test.mock.timers.tick(4_000 + 5 * 160);
    assert.equal(await saying, 'said');
    assert.equal(await speech.voice.speaks('en'), true);
  });

  it('treats a cancelled queue as the end, and a refusal as a missing voice', async () => {
    for (const [error, outcome] of [
      ['interrupted', 'said'],
      ['not-allowed', 'unable'],
      ['synthesis-failed', 'unable'],
    ]) {
      const speech = new FakeSpeech();
      const saying = speech.voice.say(sentence('Hello'), loud, never);
      await settled();
      speech.report('error', { error });
      assert.equal(await saying, outcome);
    }
  });
});
