import { nothing, svg, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../styling/icon.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';

const icon: Icon = () =>
  draw(
    svg`<path d="M6.5 16.5H5.5A2.5 2.5 0 0 1 3 14V7a2.5 2.5 0 0 1 2.5-2.5h13A2.5 2.5 0 0 1 21 7v7a2.5 2.5 0 0 1-2.5 2.5h-1M12 14.5l4.5 5.5h-9z" />`,
  );

/** Safari's own names for it, which came first. */
interface WebKitVideo extends HTMLVideoElement {
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean;
  webkitShowPlaybackTargetPicker?: () => void;
}

/** Plays on another device by the browser's own means: AirPlay, or Remote Playback. */
export class RemotePlaybackControl implements Control {
  readonly name = 'remote-playback';
  readonly place = 'end';
  readonly #skin: SkinContext;
  #isAvailable = false;
  #isWatching = false;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const isForbidden = this.#skin.host.hasAttribute('disableremoteplayback');
    if (!this.#isAvailable || isForbidden) return nothing;
    const { words } = this.#skin;
    const act = () => this.#choose();
    return controlButton({
      ...{ name: 'remote-playback', icon, label: words.remotePlayback, act },
      pressed: this.#isAway,
    });
  }

  follow(signal: AbortSignal): void {
    const { media, update } = this.#skin;
    const follow = (event: Event) =>
      this.#take('availability' in event && event.availability === 'available');
    media.addEventListener('webkitplaybacktargetavailabilitychanged', follow, { signal });
    media.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', update, { signal });
    if (!('remote' in media)) return;
    for (const type of ['connecting', 'connect', 'disconnect'])
      media.remote.addEventListener(type, update, { signal });
    this.#isWatching = false;
    this.#watch(signal);
    // Before there are media, a browser may have nothing to watch for.
    media.addEventListener('loadedmetadata', () => this.#watch(signal), { signal });
  }

  #watch(signal: AbortSignal): void {
    const { media } = this.#skin;
    if (this.#isWatching || media.disableRemotePlayback) return;
    this.#isWatching = true;
    const { remote } = media;
    remote
      .watchAvailability((isAvailable) => this.#take(isAvailable))
      // Where a browser cannot watch, nothing is offered.
      .then(
        (id) =>
          signal.addEventListener('abort', () => void remote.cancelWatchAvailability(id).catch(() => {}), {
            once: true,
          }),
        () => (this.#isWatching = false),
      );
  }

  #take(isAvailable: boolean): void {
    this.#isAvailable = isAvailable;
    this.#skin.update();
  }

  /** True while another device plays, or is about to. */
  get #isAway(): boolean {
    const media: WebKitVideo = this.#skin.media;
    if (media.webkitCurrentPlaybackTargetIsWireless) return true;
    return 'remote' in media && media.remote.state !== 'disconnected';
  }

  #choose(): void {
    const media: WebKitVideo = this.#skin.media;
    if (media.webkitShowPlaybackTargetPicker) media.webkitShowPlaybackTargetPicker();
    else media.remote.prompt().catch(() => {});
  }
}
