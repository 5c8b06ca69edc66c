import type { CaptionStyleWords } from './en/caption-style.ts';
import type { CaptionsMenuWords } from './en/captions-menu.ts';
import type { CaptionsWords } from './en/captions.ts';
import type { ConsentWords } from './en/consent.ts';
import type { PlayerWords } from './en/player.ts';
import type { RecorderWords } from './en/recorder.ts';
import type { TranscriptWords } from './en/transcript.ts';
import type { UploaderCaptionsWords } from './en/author/uploader-captions.ts';
import type { UploaderDetailsWords } from './en/author/uploader-details.ts';
import type { UploaderPosterWords } from './en/author/uploader-poster.ts';
import type { UploaderShareWords } from './en/author/uploader-share.ts';
import type { UploaderTrimWords } from './en/author/uploader-trim.ts';
import type { UploaderWords } from './en/uploader.ts';

/** All the words of one language, by element. */
export interface ElementWords {
  uploader: UploaderWords;
  uploaderCaptions: UploaderCaptionsWords;
  uploaderDetails: UploaderDetailsWords;
  uploaderPoster: UploaderPosterWords;
  uploaderShare: UploaderShareWords;
  recorder: RecorderWords;
  player: PlayerWords;
  captions: CaptionsWords;
  consent: ConsentWords;
  captionsMenu: CaptionsMenuWords;
  captionStyle: CaptionStyleWords;
  uploaderTrim: UploaderTrimWords;
  transcript: TranscriptWords;
}
