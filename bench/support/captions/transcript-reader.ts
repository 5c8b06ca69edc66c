import { until } from '../../../test/support/until.ts';
import { TaskWatch, type Stretch } from './task-watch.ts';

/** Uses a long transcript as a reader does, and watches the main thread meanwhile. */
export class TranscriptReader {
  readonly #root: ShadowRoot;
  readonly #video: HTMLVideoElement;
  readonly #opening: Stretch;

  private constructor(root: ShadowRoot, video: HTMLVideoElement, opening: Stretch) {
    this.#root = root;
    this.#video = video;
    this.#opening = opening;
  }

  /** Puts a video with these captions on the page, and a transcript beside it. */
  static async open(src: string): Promise<TranscriptReader> {
    const video = document.createElement('video');
    const track = document.createElement('track');
    const transcript = document.createElement('vh-transcript');
    Object.assign(track, { kind: 'captions', srclang: 'en', src });
    video.id = 'film';
    video.src = '/media/dusk.mp4';
    video.muted = true;
    video.crossOrigin = 'anonymous';
    video.append(track);
    transcript.htmlFor = 'film';
    const watch = new TaskWatch();
    document.body.append(video, transcript);
    await until(() => (transcript.shadowRoot?.querySelectorAll('[part=line]').length ?? 0) > 0);
    const opening = await watch.end();
    if (!transcript.shadowRoot) throw new TypeError('The transcript has not been rendered.');
    return new TranscriptReader(transcript.shadowRoot, video, opening);
  }

  async useAll(count: number): Promise<Record<string, Stretch>> {
    const used = {
      'opening': this.#opening,
      'scrolling by the wheel': await this.#during(() => this.#scroll(300, () => 120)),
      'scrolling by the bar': await this.#during(() => this.#scroll(120, (list) => list.scrollHeight / 120)),
      'jumps anywhere': await this.#during(() => this.#jump(40)),
      'typing a search': await this.#during(() => this.#search(`line ${count - 7}`)),
      'a search that finds all': await this.#during(() => this.#search('person')),
      'going through matches': await this.#during(() => this.#step(30)),
      'following the video': await this.#during(() => this.#follow()),
    };
    this.#video.remove();
    (this.#root.host as HTMLElement).remove();
    return used;
  }

  async #during(act: () => Promise<void>): Promise<Stretch> {
    const watch = new TaskWatch();
    await act();
    return watch.end();
  }

  async #scroll(frames: number, step: (list: Element) => number): Promise<void> {
    const list = this.#list;
    list.dispatchEvent(new WheelEvent('wheel'));
    list.scrollTop = 0;
    for (let frame = 0; frame < frames; frame++) {
      await nextFrame();
      list.scrollTop += step(list);
    }
  }

  async #jump(times: number): Promise<void> {
    const list = this.#list;
    for (let time = 0; time < times; time++) {
      list.scrollTop = ((time * 7919) % 1000) * (list.scrollHeight / 1000);
      await nextFrame();
      await until(() => this.#isSeen());
    }
  }

  /** True when there are lines where the reader looks. */
  #isSeen(): boolean {
    const { top, bottom } = this.#list.getBoundingClientRect();
    return [...this.#root.querySelectorAll('[part=line]')].some((line) => {
      const box = line.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
  }

  async #search(text: string): Promise<void> {
    const field = this.#root.querySelector<HTMLInputElement>('[part=search]');
    if (!field) throw new TypeError('The transcript has no search.');
    for (let length = 1; length <= text.length; length++) {
      field.value = text.slice(0, length);
      field.dispatchEvent(new Event('input'));
      await nextFrame();
    }
    await until(() => this.#root.querySelector('mark')?.textContent.toLowerCase() === text);
  }

  async #step(times: number): Promise<void> {
    const field = this.#root.querySelector<HTMLInputElement>('[part=search]');
    for (let time = 0; time < times; time++) {
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await nextFrame();
    }
  }

  async #follow(): Promise<void> {
    const follow = this.#root.querySelector<HTMLButtonElement>('[aria-pressed]');
    if (follow?.getAttribute('aria-pressed') === 'false') follow.click();
    this.#video.currentTime = 0;
    await this.#video.play();
    await until(() => this.#video.currentTime > this.#video.duration - 0.5);
    this.#video.pause();
  }

  get #list(): Element {
    const list = this.#root.querySelector('[part=lines]');
    if (!list) throw new TypeError('The transcript has no lines.');
    return list;
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
