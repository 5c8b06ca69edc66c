import { pageWide } from '../../core/page-wide.ts';

/** Object URLs of converted caption files. Each is revoked once its track has loaded. */
export const convertedUrls = pageWide('converted-urls/1', () => new Set<string>());
