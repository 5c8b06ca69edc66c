import type { Marker } from '../../captions/index.ts';

/** Playback has come to a marker. */
export class VhMarkerChangeEvent extends Event {
  /** The object in the page's list `markers`. */
  readonly marker: Marker;

  constructor(marker: Marker) {
    super('vh-marker-change');
    this.marker = marker;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-marker-change': VhMarkerChangeEvent;
  }
}
