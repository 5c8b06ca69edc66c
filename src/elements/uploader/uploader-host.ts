import type { LitElement } from 'lit';
import type { GrantSettings } from '../../upload/grants/grant-settings.ts';
import type { VideoRules } from '../../upload/inspect/check-info.ts';
import type { CaptureKind } from '../../upload/record/record-state.ts';

/** What the parts that are loaded later know of the uploader that they work for. */
export interface UploaderHost extends LitElement, GrantSettings, VideoRules {
  readonly capture: CaptureKind | undefined;
  readonly optimize: string | undefined;
  readonly accept: string | undefined;
  readonly maxSize: number | undefined;
  readonly maxFiles: number | undefined;
  readonly concurrency: number | undefined;
  readonly multiple: boolean;
  readonly directory: boolean;
  /** None in happy-dom. */
  readonly labels: NodeList | undefined;
  readonly withoutAutostart: boolean;
  readonly withoutDrop: boolean;
  readonly withoutResume: boolean;
  readonly captions: boolean;
  select: () => void;
}

/** What becomes of a file that was taken out: exactly one of the two is called. */
export interface Removal {
  /** It was brought back. */
  readonly undo: () => void;
  /** It is gone for good. */
  readonly expire: () => void;
}

/** Who uploads what is recorded. */
export interface RecordingReceiver {
  /** True while a file would be taken. */
  readonly isOpen: boolean;
  take: (files: readonly File[]) => void;
  /** False once the upload of a file was called off, or the page has refused it. */
  wants: (file: File) => boolean;
  /** Takes a file out as a person does by its row: it may be brought back for some seconds. */
  remove: (file: File, removal: Removal) => void;
}

/** What the page says now about where uploads go. */
export function grantSettingsOf(host: UploaderHost): GrantSettings {
  const { grant, token, baseUrl, backend, assetUrl, protocol, videoId, subject } = host;
  return { grant, token, baseUrl, backend, assetUrl, protocol, videoId, subject };
}
