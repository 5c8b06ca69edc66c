import type { RecordEnvironment } from './record-environment.ts';
import { recordingType } from './recording-type.ts';

/** A recorder that works has written something by then; so long again it may take to end. */
const TRIAL_MS = 3_000;

/**
 * True where the browser's recorder writes nothing. WebKit without an encoder says that it can record, gives no error and
 * no bytes: only a trial shows it. A browser that knows WebM, as all others do, is not tried.
 */
export function recordsNothing(
  environment: RecordEnvironment,
  stream: MediaStream,
  signal: AbortSignal,
): Promise<boolean> {
  if (environment.isTypeSupported('video/webm')) return Promise.resolve(false);
  const scope = new AbortController();
  const type = recordingType(environment.isTypeSupported, stream.getAudioTracks().length > 0);
  const recorder = environment.record(stream, type === '' ? {} : { mimeType: type });
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return new Promise((resolve) => {
    const end = (isNothing: boolean) => {
      scope.abort();
      stop();
      resolve(isNothing);
    };
    const life = AbortSignal.any([signal, scope.signal]);
    recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && end(false), { signal: life });
    // The last piece has come before. An error may have another cause, which the recording will show.
    recorder.addEventListener('stop', () => end(true), { signal: life });
    recorder.addEventListener('error', () => end(false), { signal: life });
    signal.addEventListener('abort', () => end(false), { signal: scope.signal });
    const begun = environment.now();
    environment.tick(() => {
      const passed = environment.now() - begun;
      if (passed >= 2 * TRIAL_MS) end(true);
      else if (passed >= TRIAL_MS) stop();
    }, life);
    recorder.start(TRIAL_MS / 10);
  });
}
