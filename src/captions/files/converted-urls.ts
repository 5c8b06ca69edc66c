/** Object URLs of converted caption files. Each is revoked once its track has loaded. */
export const convertedUrls = new Set<string>();
