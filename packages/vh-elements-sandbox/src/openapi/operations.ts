import { ACCESS_OPERATIONS, ACCOUNT_OPERATIONS } from '../resources/account/account-operations.ts';
import { ANALYTICS_OPERATIONS } from '../resources/analytics/analytics-operations.ts';
import { LIVE_STREAM_OPERATIONS } from '../resources/live/live-stream-operations.ts';
import { TEXT_TRACK_OPERATIONS } from '../resources/text/text-track-operations.ts';
import { UPLOAD_OPERATIONS } from '../resources/uploads/upload-operations.ts';
import { VIDEO_OPERATIONS } from '../resources/videos/video-operations.ts';
import type { Operation } from '../routing/operation.ts';

/** The operations of the service, and the two that hand out access tokens. */
export const OPERATIONS: readonly Operation[] = [
  ...VIDEO_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...TEXT_TRACK_OPERATIONS,
  ...LIVE_STREAM_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...ANALYTICS_OPERATIONS,
  ...ACCESS_OPERATIONS,
];
