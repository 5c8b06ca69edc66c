import { withPageConfig } from '../../core/config.ts';
import { isId } from '../../core/wire/id.ts';
import type { Grant } from '../../core/wire/grant.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import { watchProcessing, type WatchOptions } from './watch-processing.ts';

/** An upload of which every byte is stored. */
export interface WatchedUpload extends Pick<WatchOptions, 'video' | 'checksum' | 'environment' | 'signal'> {
  readonly settings: () => GrantSettings;
  readonly sender: {
    readonly grant: Grant | undefined;
    readonly grantForQuestions: (videoId: string, signal: AbortSignal) => Promise<Grant | undefined>;
  };
}

/** As `watchProcessing`, by whatever the upload's page and grant can ask. */
export async function watchUpload({ settings, sender, ...about }: WatchedUpload): Promise<boolean> {
  const { video, signal } = about;
  const { backend, credentials, assetUrl } = withPageConfig(settings());
  // A tab that followed has none of its own. Where there is a backend, that can say.
  const isNeeded = !backend && isId(video.videoId);
  const grant = isNeeded ? await sender.grantForQuestions(video.videoId, signal) : sender.grant;
  return watchProcessing({ ...about, grant, backend, credentials, assetUrl });
}
