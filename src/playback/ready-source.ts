/** What a source needs now and then before it plays: one import, since each costs the first bundle some bytes. */
export { waitForBroadcast } from './wait-for-broadcast.ts';
export { waitUntilPlayable } from './source/wait-until-playable.ts';
export { addTracks } from './stream/track-elements.ts';
