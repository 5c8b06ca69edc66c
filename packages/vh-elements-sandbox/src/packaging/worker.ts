import { EncodedPacketSink } from 'mediabunny';
import { Film } from './copy/film.ts';
import { writeHls } from './copy/write-hls.ts';
import { writeMp4 } from './copy/write-mp4.ts';
import type { Message, Task } from './packaging-worker.ts';
import { codeOf } from '../store/database/storage-failure.ts';
import { probe } from './probe.ts';

const REPORT_EVERY_MS = 1000;
let reportedAt = 0;

// The far side of `PackagingWorker`: one task at a time, in its own process.

process.on('message', (task: Task) => {
  void run(task).then(
    (result) => report({ result }),
    (error: unknown) => report(toMessage(error)),
  );
});
// The parent process is gone, perhaps killed: it does not wait for the result.
process.on('disconnect', () => process.exit());

async function run(task: Task): Promise<unknown> {
  const film = await Film.open(task.files, reportProgress);
  try {
    switch (task.kind) {
      case 'probe':
        return await probe(
          film,
          task.files.reduce((sum, { size }) => sum + size, 0),
        );
      case 'key':
        return await keyFrameBefore(film, task.seconds);
      case 'hls':
        return await writeHls(film, task.to);
      case 'mp4':
        return await writeMp4(film, task.to, task.range);
    }
  } finally {
    film.close();
  }
}

/** The reader reports progress. */
function reportProgress(): void {
  if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
  reportedAt = Date.now();
  report({ progress: true });
}

function toMessage(error: unknown): Message {
  return error instanceof Error
    ? { error: error.message, code: codeOf(error) }
    : { error: String(error), code: '' };
}

function report(message: Message): void {
  process.send?.(message);
}

/** The last key frame at or before `seconds`; sound alone can be cut anywhere. */
async function keyFrameBefore({ picture, origin }: Film, seconds: number): Promise<number> {
  if (!picture) return seconds;
  const sink = new EncodedPacketSink(picture.track);
  const packet = await sink.getKeyPacket(seconds + origin, { verifyKeyPackets: true });
  return packet ? Math.max(0, packet.timestamp - origin) : 0;
}
