import { spawn } from 'node:child_process';
import { codeOf, errorFrom } from '../../store/database/storage-failure.ts';

const STALL_TIMEOUT_MS = 180_000;
const MAX_COMPLAINT_CHARACTERS = 2000;

/** Runs ffmpeg in a folder; rejects with its last complaint when it fails, or when it gets on no more. */
export async function runFfmpeg(
  command: string,
  args: readonly string[],
  folder: string,
  signal: AbortSignal,
  stallTimeoutMs = STALL_TIMEOUT_MS,
): Promise<void> {
  const child = spawn(command, ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MAX_COMPLAINT_CHARACTERS);
  });
  let isStalled = false;
  const stall = () => {
    isStalled = true;
    child.kill('SIGKILL');
  };
  let timer = setTimeout(stall, stallTimeoutMs);
  let last = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // It reports at regular intervals, even while it does nothing.
    const progress = /^total_size=.*$/m.exec(text)?.[0] ?? '';
    if (progress === last) return;
    last = progress;
    clearTimeout(timer);
    timer = setTimeout(stall, stallTimeoutMs);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, killedBy) => {
        if (code === 0) resolve();
        else if (isStalled)
          reject(new Error(`ffmpeg made no progress for ${String(stallTimeoutMs / 1000)} seconds`));
        else reject(toError(complaint, `ffmpeg ended with ${String(killedBy ?? code)}`));
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Its last complaint; what it says of the storage may stand further up. */
function toError(complaint: string, otherwise: string): Error {
  const last = complaint.trim().split('\n').at(-1);
  return errorFrom(last || otherwise, codeOf(errorFrom(complaint)) || undefined);
}
