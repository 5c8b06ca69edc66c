import { setMaxListeners } from 'node:events';
import type { SessionMedia } from '../../../src/session/observe/session-media.ts';

/** A session has a listener for each event of its media, and one signal ends them all; Node takes more than ten for a leak. */
setMaxListeners(30);

/** A media element as far as a session sees one: a test starts it, and its events come when a test says so. */
export class FakeMedia extends EventTarget implements SessionMedia {
  currentTime = 0;
  duration = 60;
  paused = true;
  ended = false;
  seeking = false;
  loop = false;
  playbackRate = 1;
  readyState = 0;

  emit(...types: string[]): void {
    for (const type of types) this.dispatchEvent(new Event(type));
  }

  load(): void {
    this.readyState = 4;
    this.emit('loadedmetadata');
  }

  play(): void {
    this.paused = false;
    this.emit('play', 'playing');
  }

  pause(): void {
    this.paused = true;
    this.emit('timeupdate', 'pause');
  }

  /** Playback reaches `position`. */
  playTo(position: number): void {
    this.currentTime = position;
    this.emit('timeupdate');
  }

  startSeek(position: number): void {
    this.seeking = true;
    this.ended = false;
    this.currentTime = position;
    this.emit('seeking');
  }

  finishSeek(): void {
    this.seeking = false;
    this.emit('timeupdate', 'seeked');
  }

  seek(position: number): void {
    this.startSeek(position);
    this.finishSeek();
  }

  /** The end, in the order of the standard: `pause` comes first. */
  finish(): void {
    this.currentTime = this.duration;
    this.paused = this.ended = true;
    this.emit('timeupdate', 'pause', 'ended');
  }

  /** Play after the end: the media goes back. */
  replay(): void {
    this.paused = this.ended = false;
    this.startSeek(0);
    this.emit('play');
    this.finishSeek();
  }
}
