import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeMedia } from '../support/fake-media.ts';
import { follow, loaded } from '../support/follow-media.ts';

describe('ViewingMachine without measures', () => {
  it('reports a plain viewing', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.pause();
    media.play();
    media.finish();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 10', 'resume 10', 'end 60']);
  });

  it('is ready at once when the media already is, and has played when it already does', () => {
    const media = new FakeMedia();
    media.readyState = 4;
    media.currentTime = 3;
    media.paused = false;
    assert.deepEqual(follow(media).story, ['ready 3', 'play 3']);
  });

  it('takes a seek under way, as it begins to look, for where the media begin', () => {
    const media = new FakeMedia();
    media.readyState = 1;
    media.currentTime = 8;
    media.paused = false;
    media.seeking = true;
    const viewing = follow(media);
    media.emit('seeking');
    media.seeking = false;
    media.emit('seeked');
    assert.deepEqual(viewing.story, ['ready 8', 'play 8']);
  });

  it('says ready before play when play was asked for before anything was loaded', () => {
    const media = new FakeMedia();
    const viewing = follow(media);
    media.play();
    assert.deepEqual(viewing.story, []);
    media.load();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0']);
  });

  it('reports ready once, however often the media is reloaded', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(20);
    media.readyState = 0;
    media.currentTime = 0;
    media.emit('emptied', 'timeupdate');
    media.readyState = 1;
    media.emit('loadedmetadata');
    media.seek(20);
    media.readyState = 4;
    media.emit('play');
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 20', 'resume 20']);
  });

  it('takes the pause before the end for no pause', () => {
    const { media, viewing } = loaded();
    media.play();
    media.finish();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 60']);
  });

  it('takes it for none at the end of a stream without a length', () => {
    const { media, viewing } = loaded();
    media.duration = Infinity;
    media.play();
    media.playTo(90);
    media.paused = media.ended = true;
    media.emit('pause', 'ended');
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 90']);
  });

  it('takes it for none even where `ended` is true only later', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(59.9);
    media.pause();
    media.ended = true;
    media.emit('ended');
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 59.9']);
  });

  it('believes a pause shortly before the end once it has settled', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(59.9);
    media.pause();
    assert.equal(viewing.machine.holding, true);
    viewing.take('settle');
    assert.equal(viewing.machine.holding, false);
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 59.9']);
  });

  it('plays again after the end as a resume without a seek', () => {
    const { media, viewing } = loaded();
    media.play();
    media.finish();
    media.replay();
    media.playTo(1);
    media.pause();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 60', 'resume 0', 'pause 1']);
  });

  it('does so too where play is said before seeking', () => {
    const { media, viewing } = loaded();
    media.play();
    media.finish();
    media.paused = media.ended = false;
    media.seeking = true;
    media.currentTime = 0;
    media.emit('play', 'seeking');
    media.finishSeek();
    media.playTo(1);
    media.seek(30);
    assert.deepEqual(viewing.story.slice(2), ['end 60', 'resume 0', 'seek.forward 1>30']);
  });

  it('reports a loop as an end and a resume, not as a seek', () => {
    const { media, viewing } = loaded();
    media.loop = true;
    media.play();
    media.playTo(59.8);
    media.seek(0);
    media.playTo(1);
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 60', 'resume 0']);
  });

  it('knows a loop at double speed, when positions are further apart', () => {
    const { media, viewing } = loaded();
    media.loop = true;
    media.playbackRate = 2;
    media.play();
    media.playTo(59.3);
    media.seek(0.6);
    assert.deepEqual(viewing.story.slice(2), ['end 60', 'resume 0.6']);
  });

  it('reports where a seek began, not the position while it seeks', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.seeking = true;
    media.currentTime = 40;
    media.emit('timeupdate', 'seeking', 'timeupdate');
    media.finishSeek();
    media.playTo(41);
    media.seek(5);
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'seek.forward 10>40', 'seek.backward 41>5']);
  });

  it('makes one seek of several that overlap', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    media.startSeek(50);
    media.emit('seeked');
    media.startSeek(30);
    media.finishSeek();
    assert.deepEqual(viewing.story.slice(2), ['seek.forward 10>30']);
  });

  it('does not report a seek that ends where it began', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.seek(10.1);
    assert.deepEqual(viewing.story.slice(2), []);
  });

  it('reports a quick pause, seek and resume as all three', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.pause();
    media.seek(20);
    media.play();
    assert.deepEqual(viewing.story.slice(2), ['pause 10', 'seek.forward 10>20', 'resume 20']);
  });

  it('makes no pause and resume of a scrub that pauses while it seeks', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    media.pause();
    media.finishSeek();
    media.seek(30);
    media.play();
    assert.deepEqual(viewing.story.slice(2), ['seek.forward 10>20', 'seek.forward 20>30']);
  });

  it('makes none of a scrub that comes back to where it began', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(10.1);
    media.pause();
    media.finishSeek();
    media.play();
    assert.deepEqual(viewing.story.slice(2), []);
  });

  it('believes the pause when nothing plays after the scrub', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    media.pause();
    assert.equal(viewing.machine.holding, false, 'a seek in progress is waited for');
    media.finishSeek();
    assert.equal(viewing.machine.holding, true);
    viewing.take('settle');
    assert.deepEqual(viewing.story.slice(2), ['pause 10', 'seek.forward 10>20']);
    assert.equal(viewing.machine.playing, false);
  });

  it('takes leaving for a pause and coming back for a resume', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(7);
    viewing.take('leave');
    viewing.take('leave');
    viewing.take('return');
    assert.deepEqual(viewing.story.slice(2), ['pause 7', 'resume 7']);
  });

  it('stays silent when a paused page is left and found again', () => {
    const { viewing } = loaded();
    viewing.take('leave');
    viewing.take('return');
    assert.deepEqual(viewing.story, ['ready 0']);
  });

  it('finishes a seek that is cut off by leaving', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    viewing.take('leave');
    assert.deepEqual(viewing.story.slice(2), ['seek.forward 10>20', 'pause 20']);
  });

  it('does not take the jump to the live edge for a seek', () => {
    const media = new FakeMedia();
    media.duration = Infinity;
    const viewing = follow(media, { live: true });
    media.load();
    media.seek(3600);
    media.play();
    assert.deepEqual(viewing.story, ['ready 0', 'play 3600']);
  });

  it('keeps positions finite, whatever the media says', () => {
    const { media, viewing } = loaded();
    media.currentTime = NaN;
    media.play();
    media.currentTime = -5;
    media.pause();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 0']);
  });
});
