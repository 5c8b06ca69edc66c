import { nothing, svg, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../icon.ts';
import { controlButton, type Control, type SkinContext } from '../control.ts';

const icon: Icon = () =>
  draw(
    svg`<path d="M6.5 16.5H5.5A2.5 2.5 0 0 1 3 14V7a2.5 2.5 0 0 1 2.5-2.5h13A2.5 2.5 0 0 1 21 7v7a2.5 2.5 0 0 1-2.5 2.5h-1M12 14.5l4.5 5.5h-9z" />`,
  );

interface WebKitVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

/** Plays on another device by the browser's own means: AirPlay, or Remote Playback. */
export class RemotePlaybackControl implements Control {
  readonly name = 'remote-playback';
  readonly place = 'end';
  readonly #skin: SkinContext;
  #isAvailable = false;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isAvailable) return nothing;
    const { words } = this.#skin;
    const act = () => this.#choose();
    return controlButton({ name: 'remote-playback', icon, label: words.remotePlayback, act });
  }

  follow(signal: AbortSignal): void {
    const media: WebKitVideo = this.#skin.media;
    const type = 'webkitplaybacktargetavailabilitychanged';
    media.addEventListener(
      type,
      (event) => this.#take('availability' in event && event.availability === 'available'),
      { signal },
    );
    if (!('remote' in media) || media.disableRemotePlayback) return;
    const { remote } = media;
    remote
      .watchAvailability((isAvailable) => this.#take(isAvailable))
      // Where a browser cannot watch, nothing is offered.
      .then(
        (id) =>
          signal.addEventListener('abort', () => void remote.cancelWatchAvailability(id).catch(() => {}), {
            once: true,
          }),
        () => {},
      );
  }

  #take(isAvailable: boolean): void {
    this.#isAvailable = isAvailable;
    this.#skin.update();
  }

  #choose(): void {
    const media: WebKitVideo = this.#skin.media;
    if (media.webkitShowPlaybackTargetPicker) media.webkitShowPlaybackTargetPicker();
    else media.remote.prompt().catch(() => {});
  }
}
