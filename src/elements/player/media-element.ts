import { LitElement } from 'lit';
import {
  again,
  copyAttribute,
  forwardMedia,
  inBrowser,
  MEDIA_EVENTS,
  MIRRORED_ATTRIBUTES,
  type MediaSurface,
} from './media-surface.ts';

/** An element around one video element, which it is to whoever asks: properties, methods, attributes, events. */
class MediaElementClass extends LitElement {
  /** The video element itself. */
  declare readonly media: HTMLVideoElement;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...MIRRORED_ATTRIBUTES];
  }

  constructor() {
    super();
    // A server renders what is around the video.
    if (!inBrowser) return;
    const media = document.createElement('video');
    media.preload = 'none';
    media.playsInline = true;
    media.part.add('media');
    Object.assign(this, { media });
    // The video lives as long as its host: these listeners end with both.
    for (const type of MEDIA_EVENTS)
      media.addEventListener(type, (event) => this.dispatchEvent(again(event)));
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (!inBrowser || !MIRRORED_ATTRIBUTES.includes(name)) return;
    copyAttribute(name, this, this.media);
    // As at the birth of a native element; later the attribute is a default only.
    if (name === 'muted' && this.media.readyState === 0) this.media.muted = value !== null;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Before anything is rendered, and no template's to move.
    root.append(this.media);
    return root;
  }
}

if (inBrowser) forwardMedia(MediaElementClass);

// What the loop above has added, no class declaration can say.
type MediaElementConstructor = Omit<typeof MediaElementClass, 'prototype'> &
  (new () => MediaElementClass & MediaSurface);

const WithSurface = MediaElementClass as typeof MediaElementClass &
  (new () => MediaElementClass & MediaSurface);

/** The base of the player: an element that is a media element. */
export const MediaElement: MediaElementConstructor = WithSurface;
