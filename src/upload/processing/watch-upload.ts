import { isVhError } from '../../core/errors/vh-error.ts';
import { withPageConfig } from '../../core/config.ts';
import { isId } from '../../core/wire/id.ts';
import type { Grant } from '../../core/wire/grant.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import { loadFilms } from '../films/stored-films.ts';
import { watchProcessing, type WatchOptions } from './watch-processing.ts';

/** An upload of which every byte is stored. */
export interface WatchedUpload extends Pick<WatchOptions, 'video' | 'checksum' | 'environment' | 'signal'> {
  readonly settings: () => GrantSettings;
  /** The chosen film, where this browser is to remember that it was uploaded. */
  readonly film?: File | undefined;
  readonly sender: {
    readonly grant: Grant | undefined;
    readonly grantForQuestions: (videoId: string, signal: AbortSignal) => Promise<Grant | undefined>;
  };
}

/** As `watchProcessing`, by whatever the upload's page and grant can ask. */
export async function watchUpload({ settings, film, sender, ...about }: WatchedUpload): Promise<boolean> {
  const { video, signal } = about;
  const remembering = film && remember(film, settings(), about);
  const { backend, credentials, assetUrl } = withPageConfig(settings());
  // A tab that followed has none of its own. Where there is a backend, that can say.
  const isNeeded = !backend && isId(video.videoId);
  const grant = isNeeded ? await sender.grantForQuestions(video.videoId, signal) : sender.grant;
  try {
    return await watchProcessing({ ...about, grant, backend, credentials, assetUrl });
  } catch (error) {
    if (remembering && isVhError(error, 'processing-failed')) void remembering.then((forget) => forget?.());
    throw error;
  }
}

/** Resolves with what forgets the film again. */
async function remember(
  film: File,
  settings: GrantSettings,
  { video, signal }: Pick<WatchedUpload, 'video' | 'signal'>,
): Promise<(() => void) | undefined> {
  const films = await loadFilms();
  await films?.rememberFilm(film, settings, video, signal);
  return films && (() => films.forgetFilm(video.videoId));
}
