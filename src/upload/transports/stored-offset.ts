import { VhError } from '../../core/errors/vh-error.ts';
import type { PartAttempt, PartResult } from '../ports/transport.ts';

/** How many bytes of a file a server has, on a wire that stores one file from its beginning. */
export class StoredOffset {
  /** The stored bytes by the server's last answer. */
  value = 0;
  /** The most that it ever said. */
  #highest = 0;
  /** The stored bytes by an answer that named fewer than an earlier one. */
  #lower: number | undefined;

  /** Takes over what the server says; nothing while that leaves some of the part to be sent. */
  update(offset: number, { part, file, onServerProgress }: PartAttempt): PartResult | undefined {
    this.value = offset;
    if (offset > file.size) {
      const error = new VhError('unexpected-answer', 'The server reports more bytes than the file has.');
      return { kind: 'fatal', error };
    }
    if (offset < part.from) return this.#confirmLoss(offset);
    // More than ever before: a server that goes back and forth would keep an upload forever.
    if (offset > this.#highest) onServerProgress();
    this.confirm(offset);
    // All bytes are no file yet while the server says that it is none.
    return offset >= part.to && part.to < file.size ? { kind: 'stored' } : undefined;
  }

  /** Takes over what the server says beside a request that is still under way. */
  confirm(offset: number): void {
    this.value = offset;
    this.#highest = Math.max(this.#highest, offset);
  }

  /** An answer whose head was cut off may say the same as one that has lost all: only the second is believed. */
  #confirmLoss(offset: number): PartResult {
    const isSaidTwice = this.#lower === offset;
    this.#lower = offset;
    return isSaidTwice ? lost() : unfinished();
  }
}

/** The server has some of what was sent: asked again, it may say more. */
export function unfinished(): PartResult {
  const error = new VhError(
    'service-unavailable',
    'The server stored only some of the bytes, or did not finish.',
  );
  return { kind: 'retry', error };
}

/** The server has less than it said before. */
export function lost(): PartResult {
  return { kind: 'lost', error: new VhError('unexpected-answer', 'The server lost what it had stored.') };
}
