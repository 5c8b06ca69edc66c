import { isVhError } from '../../core/errors/vh-error.ts';
import { withPageConfig } from '../../core/config.ts';
import { isId } from '../../core/wire/id.ts';
import type { Grant } from '../../core/wire/grant.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import { loadFilms } from '../films/load-films.ts';
import { asRecording } from '../ports/recording-file.ts';
import { watchProcessing, type WatchOptions } from './watch-processing.ts';

/** An upload of which every byte is stored. */
export interface WatchedUpload extends Pick<WatchOptions, 'video' | 'checksum' | 'environment' | 'signal'> {
  readonly settings: () => GrantSettings;
  /** True where this browser is to remember that the film was uploaded; false where it is to store nothing of the upload. */
  readonly isRemembered?: boolean | undefined;
  readonly isResumable?: boolean | undefined;
  readonly chosenFile: File;
  readonly sender: {
    readonly grant: Grant | undefined;
    readonly grantForQuestions: (videoId: string, signal: AbortSignal) => Promise<Grant | undefined>;
  };
}

/** As `watchProcessing`, by whatever the upload's page and grant can ask. */
export async function watchUpload(upload: WatchedUpload): Promise<boolean> {
  const { video, checksum, environment, settings, sender, signal } = upload;
  const remembering = remember(upload);
  const { backend, credentials, assetUrl } = withPageConfig(settings());
  // A tab that followed has none of its own. Where there is a backend, that can say.
  const isNeeded = !backend && isId(video.videoId);
  const grant = isNeeded ? await sender.grantForQuestions(video.videoId, signal) : sender.grant;
  try {
    return await watchProcessing({
      video,
      checksum,
      environment,
      signal,
      grant,
      backend,
      credentials,
      assetUrl,
    });
  } catch (error) {
    if (isVhError(error, 'processing-failed')) void remembering.then((forget) => forget?.());
    throw error;
  }
}

/** Remembers the film where the page wants that. Resolves with what forgets it again. */
async function remember(upload: WatchedUpload): Promise<(() => void) | undefined> {
  const { isRemembered, isResumable, settings, chosenFile, video } = upload;
  if (!isRemembered || isResumable === false || asRecording(chosenFile)) return undefined;
  const films = await loadFilms();
  await films?.rememberFilm(chosenFile, settings, video);
  return films && (() => films.forgetFilm(video.videoId));
}
