import type { LiveSegment, Presentation } from './presentation.ts';
import {
  HOLD_BACK,
  KNOWN_AFTER_MS,
  MAX_PART_MS,
  PART_HOLD_BACK_SECONDS,
  SEGMENTS_IN_PARTS,
  SKIP_BOUNDARY,
  TARGET_SECONDS,
} from './timing.ts';

/** The media playlist as it is now; with `skip`, without the segments that the player knows already. */
export function mediaPlaylist(presentation: Presentation, skip: boolean): string {
  const { segments, session, ended } = presentation;
  const skipped = skip && !ended ? countSkippable(presentation) : 0;
  const shown = segments.slice(skipped);
  const independent = segments.every((segment) => segment.independent);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${String(TARGET_SECONDS)}`,
    ...(ended ? [] : [serverControl()]),
    `#EXT-X-PART-INF:PART-TARGET=${seconds(MAX_PART_MS / 1000)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(presentation.firstSequence)}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${String(presentation.discontinuitySequence)}`,
    ...(independent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${String(skipped)}`] : []),
  ];
  const firstWithParts = segments.length - SEGMENTS_IN_PARTS;
  shown.forEach((segment, index) => {
    const isNewInit = segment.init !== segments[index + skipped - 1]?.init;
    lines.push(...describe(segment, session, isNewInit, !ended && index + skipped >= firstWithParts));
  });
  if (ended) lines.push('#EXT-X-ENDLIST');
  else lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partName(session, presentation.nextPart)}"`);
  return `${lines.join('\n')}\n`;
}

function describe(segment: LiveSegment, session: number, isNewInit: boolean, inParts: boolean): string[] {
  return [
    ...(segment.discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isNewInit ? [`#EXT-X-MAP:URI="${String(session)}/init-${String(segment.init)}.mp4"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAt).toISOString()}`,
    ...(inParts
      ? segment.parts.map(
          (part) =>
            `#EXT-X-PART:DURATION=${seconds(part.seconds)},URI="${partName(session, part.number)}"` +
            (part.independent ? ',INDEPENDENT=YES' : ''),
        )
      : []),
    ...(segment.complete
      ? [`#EXTINF:${seconds(segment.seconds)},`, `${String(session)}/segment-${String(segment.sequence)}.m4s`]
      : []),
  ];
}

function serverControl(): string {
  return (
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,' +
    `CAN-SKIP-UNTIL=${seconds(SKIP_BOUNDARY)},` +
    `PART-HOLD-BACK=${seconds(PART_HOLD_BACK_SECONDS)},HOLD-BACK=${seconds(HOLD_BACK)}`
  );
}

/** Segments that end earlier than the skip boundary before the end of the last one, and that every player knows. */
function countSkippable(presentation: Presentation): number {
  const { segments } = presentation;
  let behind = 0;
  for (let count = segments.length; count > 0; count--) {
    const segment = segments[count - 1];
    // A source that sends faster than its time passes moves unseen segments beyond the boundary.
    if (segment && behind >= SKIP_BOUNDARY && presentation.listedFor(segment) >= KNOWN_AFTER_MS) return count;
    if (segment?.complete) behind += segment.seconds;
  }
  return 0;
}

function partName(session: number, number: number): string {
  return `${String(session)}/part-${String(number)}.m4s`;
}

function seconds(value: number): string {
  return value.toFixed(5);
}
