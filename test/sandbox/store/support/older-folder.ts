import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { inRepository } from '../../../support/repository.ts';

/** What the client of the older sandbox knows: `make-folder.mjs` wrote it down. */
export interface OlderNotes {
  partBytes: number;
  packaged: string;
  private: { videoId: string; path: string; session: string };
  session: { sessionId: string; continues: { id: string; type: string; at: number; emitted_at: string }[] };
  playerId: string;
  parts: { token: string; videoId: string };
  tus: { path: string; videoId: string };
  liveStreamId: string;
  webhookId: string;
  unfinished: string;
}

interface Kit {
  madeAt: number;
  notes: OlderNotes;
  files: Record<string, string>;
}

const MINUTE_MS = 60_000;

/** A data folder as the sandbox of 25 November 2026 left it when it was killed, and the time some minutes after that. */
export class OlderFolder {
  readonly dir = mkdtempSync(path.join(tmpdir(), 'vh-older-'));
  readonly notes: OlderNotes;
  readonly #giveBackTime: () => void;

  constructor() {
    const packed = readFileSync(inRepository('test/sandbox/store/support/sandbox-2026-11-25.json.br'));
    const { files, notes, madeAt } = JSON.parse(brotliDecompressSync(packed).toString()) as Kit;
    this.notes = notes;
    for (const [name, base64] of Object.entries(files)) {
      const file = path.join(this.dir, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(base64, 'base64'));
    }
    const now = Date.now.bind(Date);
    const age = now() - madeAt - 5 * MINUTE_MS;
    const { mock: clock } = mock.method(Date, 'now', () => now() - age);
    this.#giveBackTime = () => {
      clock.restore();
    };
  }

  get database(): string {
    return path.join(this.dir, 'sandbox.db');
  }

  end(): void {
    this.#giveBackTime();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
