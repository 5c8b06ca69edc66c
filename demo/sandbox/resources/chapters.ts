import type { Room } from '../house.ts';
import { addTextTrackRoutes, trackLinks } from './text-tracks.ts';

/** Chapters: one track a language. */
export const chaptersRoom: Room = (house) => {
  addTextTrackRoutes(house, 'chapters', (exchange, videoId, { language }) => ({
    ...trackLinks(house, exchange, videoId, 'chapters', language),
    language,
  }));
};
