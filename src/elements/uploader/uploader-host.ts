import type { LitElement } from 'lit';
import type { GrantSettings } from '../../upload/grant-source.ts';
import type { CaptureKind } from '../../upload/record/record-state.ts';
import type { VideoRules } from '../../upload/inspect/check-info.ts';

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
  readonly labels: NodeList;
  readonly withoutAutostart: boolean;
  readonly withoutDrop: boolean;
  readonly withoutResume: boolean;
  select: () => void;
}
