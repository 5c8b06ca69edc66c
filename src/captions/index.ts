/**
 * The engine of captions. `shareCaptionTracks` gives the captions of a media element, one for all who ask: it says which languages
 * there are and which one shows, takes what a viewer chooses, and remembers it. Around it are what a viewer may choose beside a language
 * (`followChoices`: when they are needed, aloud; a delay; the look), what the text of a cue says and how its author wants it to
 * look, captions of the viewer's own, and what else text tracks hold: chapters, markers and descriptions. Nothing here draws. Code
 * that only some viewers need comes by a loader (`load…`).
 */

export { lookOfCue, lookOfElement, type CueLook, type CueRule } from './author-style/cue-rule.ts';
export { TrackStyles } from './author-style/track-styles.ts';
export { CaptionDelay } from './tracks/caption-delay.ts';
export { AUTO, CaptionTracks } from './tracks/caption-tracks.ts';
export type { CaptionsState, CaptionSources, CaptionTrack } from './tracks/caption-tracks.ts';
export { ChapterList } from './chapters/chapter-list.ts';
export { chapterAt, chapterFrom, type Chapter, type WrittenChapter } from './chapters/chapters.ts';
export { MarkerWatch } from './chapters/marker-watch.ts';
export { markerAt, markerFrom, markerNear, toMarkers } from './chapters/markers.ts';
export type { DrawnMarker, Marker } from './chapters/markers.ts';
export { cuesAt } from './tracks/cues-at.ts';
export type { SoundTracks } from './tracks/follow-auto.ts';
export { followChoices } from './follow-choices.ts';
export { nearestLanguage } from './languages/nearest-language.ts';
export { addOwnCaptions, OWN_LANGUAGE, readOwnCaptions } from './files/own-captions.ts';
export { loadCaptionTracks, loadDescription, loadTranslation } from './parts.ts';
export { captionsOf } from './tracks/selectable-tracks.ts';
export { shareCaptionTracks } from './tracks/share-caption-tracks.ts';
export { speedOf, volumeOf } from './speech/chosen-levels.ts';
export type { Description } from './speech/description.ts';
export { isDescription } from './speech/is-description.ts';
export type { CaptionStyleMemory } from './style/caption-style-memory.ts';
export {
  EDGES,
  FONTS,
  LINE_WIDTHS,
  OPACITIES,
  POSITIONS,
  PRESETS,
  presetOf,
  SIZES,
} from './style/caption-style.ts';
export type { CaptionStyle, PresetName } from './style/caption-style.ts';
export { shareCaptionStyle, shareStyleAcrossFrames } from './style/share-caption-style.ts';
export { previewOf } from './style/style-preview.ts';
export { parseCueText, plainText, voicesOf, type CueElement, type CuePart } from './text/cue-text.ts';
export type { CaptionTranslation, TranslationState } from './translate/caption-translation.ts';
export { tryTrack } from './files/try-track.ts';
