import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Narrator, type Room } from '../../../src/captions/speech/narrator.ts';
import { settled } from '../../support/until.ts';
import { FakeMedia, FakeTrack, type FakeCue } from './support/fake-media.ts';
import { FakeSpeech } from '../../support/elements/fake-speech.ts';

const cue = (startTime: number, endTime: number, text: string): FakeCue => ({ startTime, endTime, text });
const HOUSE = cue(2, 4, 'A <b>house</b> on\na hill.');
const DOOR = cue(10, 12, 'A door &amp; a lamp.');

const lives: AbortController[] = [];

function narrated(cues: FakeCue[] = [HOUSE, DOOR], room: Room = 'own-cue', language = 'en') {
  const media = new FakeMedia();
  const speech = new FakeSpeech();
  const track = new FakeTrack(language, cues);
  media.tracks.push(track);
  const announced: string[] = [];
  const life = new AbortController();
  const reading = new AbortController();
  lives.push(life);
  const announce = (text: string) => void announced.push(text);
  const narrator = new Narrator({ media, voice: speech.voice, announce, language: 'de' }, life.signal);
  narrator.read(track, room, reading.signal);
  const playTo = async (seconds: number) => {
    media.playTo(seconds);
    await settled();
  };
  return { media, speech, track, announced, life, reading, narrator, playTo };
}

describe('Narrator', () => {
  // A voice that speaks has a timer.
  afterEach(() => {
    for (const life of lives) life.abort();
  });

  it('says the text of a cue when its time comes, with the media quieter meanwhile', async () => {
    const { media, speech, playTo } = narrated();
    await playTo(1);
    assert.deepEqual(speech.texts, []);
    await playTo(2);
    assert.deepEqual(speech.texts, ['A house on a hill.']);
    assert.ok(media.volume < 0.3);
    await playTo(3);
    speech.report('end');
    await settled();
    assert.equal(media.volume, 0.8);
    await playTo(5);
    await playTo(10);
    assert.deepEqual(speech.texts, ['A house on a hill.', 'A door & a lamp.']);
  });

  it('lets the media wait for a sentence that runs past its cue, and no longer', async () => {
    const { media, speech, playTo } = narrated();
    await playTo(2);
    await playTo(3);
    assert.equal(media.playbackRate, 1);
    await playTo(3.9);
    assert.deepEqual([media.playbackRate, media.paused], [0, false]);
    speech.report('end');
    await settled();
    assert.equal(media.playbackRate, 1);
  });

  it('says one after the other, and lets the media wait for those behind', async () => {
    const { media, speech, playTo } = narrated([HOUSE, cue(3, 4, 'A dog barks.')]);
    await playTo(2);
    await playTo(3);
    assert.deepEqual(speech.texts, ['A house on a hill.']);
    assert.equal(media.playbackRate, 0);
    speech.report('end');
    await settled();
    assert.deepEqual(speech.texts, ['A house on a hill.', 'A dog barks.']);
    assert.equal(media.playbackRate, 0);
    speech.report('end');
    await settled();
    assert.equal(media.playbackRate, 1);
  });

  it('pauses and resumes with the video', async () => {
    const { media, speech, playTo } = narrated();
    await playTo(2);
    speech.report('boundary', { charIndex: 8 });
    await playTo(3.9);
    media.pause();
    await settled();
    assert.equal(speech.cancelled, 1);
    assert.deepEqual([media.volume, media.playbackRate], [0.8, 1], 'nothing of it stays');
    media.play();
    await settled();
    assert.equal(speech.last.text, 'on a hill.');
    assert.deepEqual([media.playbackRate], [0]);
  });

  it('stops at a seek, and speaks the cue of the new position', async () => {
    const { media, speech, playTo } = narrated();
    await playTo(2);
    await playTo(3.9);
    media.seekTo(11);
    await settled();
    assert.deepEqual([speech.cancelled, speech.last.text, media.playbackRate], [1, 'A door & a lamp.', 1]);
    media.seekTo(10.5);
    await settled();
    assert.equal(speech.texts.filter((text) => text === 'A door & a lamp.').length, 2, 'within a cue, again');
    media.seekTo(20);
    await settled();
    assert.deepEqual([speech.uttered.length, media.volume], [3, 0.8]);
  });

  it('is silent with the media', async () => {
    const { media, speech, announced, playTo } = narrated();
    await playTo(2);
    media.muted = true;
    await settled();
    assert.equal(speech.cancelled, 1);
    await playTo(10);
    assert.equal(speech.uttered.length, 1);
    assert.deepEqual(announced, []);
    media.muted = false;
    await settled();
    media.seekTo(2);
    await settled();
    assert.equal(speech.uttered.length, 2);
    media.volume = 0;
    await settled();
    assert.equal(speech.cancelled, 2);
  });

  it('speaks as fast as the video plays, and the next sentence at the next speed', async () => {
    const { media, speech, playTo } = narrated();
    media.playbackRate = 1.5;
    await playTo(2);
    assert.equal(speech.last.rate, 1.5);
    assert.equal(speech.last.volume, 0.8);
    speech.report('end');
    await settled();
    media.playbackRate = 4;
    await playTo(10);
    assert.equal(speech.last.rate, 2, 'and no faster than anybody understands');
  });

  it('says the last sentence before the media end, or to its end where they have', async () => {
    const { media, speech, playTo } = narrated([cue(58, 90, 'The end.')]);
    await playTo(58);
    await playTo(59.6);
    assert.equal(media.playbackRate, 0);
    media.end();
    await settled();
    assert.equal(speech.cancelled, 0);
    speech.report('end');
    await settled();
    assert.deepEqual([media.volume, media.playbackRate], [0.8, 1]);
  });

  it('never delays live media, and skips late cues', async () => {
    const { media, speech, playTo } = narrated([HOUSE, cue(3, 5, 'Two.'), cue(4, 6, 'Three.')]);
    media.duration = Infinity;
    await playTo(2);
    await playTo(3);
    await playTo(4);
    assert.equal(media.playbackRate, 1);
    speech.report('end');
    await settled();
    assert.deepEqual(speech.texts, ['A house on a hill.', 'Three.']);
  });

  it('announces sentences without a voice, also when muted, and does not wait for them', async () => {
    const { media, speech, announced, playTo } = narrated([HOUSE, DOOR], 'own-cue', 'fr');
    await playTo(2);
    await playTo(3.9);
    assert.deepEqual([announced, speech.texts], [['A house on a hill.'], []]);
    assert.deepEqual([media.volume, media.playbackRate], [0.8, 1]);
    media.muted = true;
    await settled();
    await playTo(10);
    assert.equal(announced.length, 2);
  });

  it('announces what the browser refuses to say', async () => {
    const { media, speech, announced, playTo } = narrated();
    await playTo(2);
    speech.report('error', { error: 'not-allowed' });
    await settled();
    assert.deepEqual([announced, media.volume], [['A house on a hill.'], 0.8]);
  });

  it('speaks the page’s language where a track says none', async () => {
    const { speech, playTo } = narrated([HOUSE], 'own-cue', '');
    await playTo(2);
    assert.equal(speech.last.lang, 'de');
  });

  it('reads captions faster where they would not be over in time, up to the next of them', async () => {
    const long = 'Nobody has ever said so much in so short a time as this man here does.';
    const { media, speech, playTo } = narrated([cue(2, 4, long), cue(5, 6, 'Yes.')], 'next-cue');
    await playTo(2);
    assert.equal(speech.last.rate, 2);
    await playTo(4.5);
    assert.equal(media.playbackRate, 1, 'no speech follows it');
    await playTo(5);
    assert.equal(media.playbackRate, 0);
  });

  it('says no signs, no empty cues, and no more of a cue than anybody writes', async () => {
    const { speech, playTo } = narrated([
      cue(2, 3, '♪ ♪'),
      cue(4, 5, '<b></b>'),
      cue(6, 7, 'la '.repeat(3_000)),
    ]);
    await playTo(2);
    await playTo(4);
    assert.deepEqual(speech.texts, []);
    await playTo(6);
    assert.equal(speech.last.text.length, 1_000);
  });

  it('ends with the track, and with the player', async () => {
    for (const name of ['reading', 'life'] as const) {
      const it = narrated();
      await it.playTo(2);
      await it.playTo(3.9);
      it[name].abort();
      await settled();
      assert.deepEqual([it.speech.cancelled, it.media.volume, it.media.playbackRate], [1, 0.8, 1], name);
      await it.playTo(10);
      assert.equal(it.speech.uttered.length, 1, name);
    }
  });

  it('does not read the rest of an earlier track', async () => {
    const { media, speech, playTo } = narrated();
    await playTo(2);
    media.report('emptied');
    await settled();
    assert.deepEqual([speech.cancelled, media.volume], [1, 0.8]);
  });
});
