import { VhError, type VhErrorCode } from '../../../core/errors/vh-error.ts';

const CODE_BY_NAME: Readonly<Record<string, readonly [VhErrorCode, string]>> = {
  NotAllowedError: ['capture-denied', 'The camera or the screen was not allowed, or nobody chose one.'],
  SecurityError: ['capture-denied', 'The page or its frame may not use the camera or the screen.'],
  NotFoundError: ['capture-missing', 'There is no camera or microphone.'],
  OverconstrainedError: ['capture-missing', 'The chosen camera or microphone is not there.'],
  NotReadableError: [
    'capture-failed',
    'The camera or microphone cannot be read: another program may have it.',
  ],
};

/** Translates the browser's error into one that says why nothing can be recorded. */
export function toCaptureError(cause: unknown): VhError {
  // Not every browser's are of the class Error.
  const name = (cause as { name?: unknown } | null | undefined)?.name;
  const [code, message] = (typeof name === 'string' ? CODE_BY_NAME[name] : undefined) ?? [
    'capture-failed',
    'The camera or the screen could not be opened.',
  ];
  return new VhError(code, message, { cause });
}

/** This browser cannot record, or not on this page. */
export function captureUnsupported(
  why = 'This browser cannot record here; the page must be served over https.',
): VhError {
  return new VhError('capture-unsupported', why);
}
