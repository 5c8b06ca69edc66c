/**
 * The engine of captions. `shareCaptionTracks` gives the captions of a media element, one for all who ask: which languages there are,
 * which one a viewer chose, and what shows (`store`, `showing`). Around it are what a viewer may choose beside a language (automatic and
 * spoken captions, a delay, the look), what the text of a cue says and how its author wants it to look, captions of the
 * viewer's own, and what else text tracks hold: chapters, markers and descriptions. Nothing here draws. Code that only some viewers
 * need comes by a loader (`load…`).
 */

export { loadSpeech, loadTranslation } from './parts.ts';
export { followChoices } from './follow-choices.ts';

// The tracks of a media element.
export { AUTO, CaptionTracks, shareCaptionTracks } from './tracks/caption-tracks.ts';
export type {
  CaptionsState,
  CaptionSources,
  CaptionTrack,
  ShowingCaptions,
} from './tracks/caption-tracks.ts';
export { CaptionDelay } from './tracks/caption-delay.ts';
export type { SoundTracks } from './follow-choices.ts';
export { isDescription } from './tracks/selectable-tracks.ts';
export { nearestLanguage } from './languages/languages.ts';
export type { CaptionTranslation, translationOf, TranslationState } from './translate/caption-translation.ts';

// The files of tracks.
export { addOwnCaptions, OWN_LANGUAGE, readOwnCaptions } from './files/own-captions.ts';
export { convertUnreadable } from './files/unreadable-tracks.ts';

// What a cue says, and how it looks.
export { parseCueText, plainText, voicesOf, type CueElement, type CuePart } from './text/cue-text.ts';
export type { AuthorStyle } from './author-style/author-style.ts';
export { TrackStyles } from './author-style/track-styles.ts';
export { PRESETS, presetOf, STYLE_CHOICES } from './style/caption-style.ts';
export type { CaptionStyle, PresetName } from './style/caption-style.ts';
export type { CaptionStyleMemory } from './style/caption-style-memory.ts';
export { shareCaptionStyle, shareStyleAcrossFrames } from './style/share-caption-style.ts';

// A voice, and the levels of media that are quieter under it, or wait for it.
export type { Description } from './speech/description.ts';
export { speedOf, volumeOf } from './speech/chosen-levels.ts';

// Chapters and markers.
export { ChapterList } from './chapters/chapter-list.ts';
export { chapterAt, chapterFrom, type Chapter, type WrittenChapter } from './chapters/chapters.ts';
export { MarkerWatch } from './chapters/marker-watch.ts';
export { markerAt, markerFrom, markerNear, toMarkers } from './chapters/markers.ts';
export type { DrawnMarker, Marker } from './chapters/markers.ts';
