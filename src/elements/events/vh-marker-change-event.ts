import type { Marker } from '../../captions/chapters/markers.ts';

/** Playback has come to a marker. */
export class VhMarkerChangeEvent extends Event {
  /** The page's own object, as it stands in `markers`. */
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
