import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Database } from '../../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { SweepFault } from './sweep-fault.ts';

/** Holds the folder of a sandbox that has ended: a sound database, and the files that it knows, each and no other. */
export async function expectTidy(dir: string): Promise<void> {
  const database = new Database(path.join(dir, 'sandbox.db'));
  try {
    const sound = database.get('PRAGMA integrity_check')?.['integrity_check'];
    if (sound !== 'ok') throw new SweepFault(`the database: ${String(sound)}`);
    const known = database
      .all(
        `SELECT file FROM extents UNION SELECT file FROM tus_uploads WHERE file IS NOT NULL AND received > 0
         UNION SELECT file FROM live_recordings`,
      )
      .map(({ file }) => String(file));
    const stored = await readdir(path.join(dir, 'extents'));
    const pictures = await readdir(path.join(dir, 'pictures'));
    const lost = database
      .all(
        `SELECT logo_file AS file FROM players WHERE logo_file IS NOT NULL UNION SELECT file FROM watermarks`,
      )
      .filter(({ file }) => !pictures.includes(String(file)));
    if (lost.length > 0) throw new SweepFault(`${lost.length} pictures are missing`);
    const missing = known.filter((file) => !stored.includes(file));
    if (missing.length > 0) throw new SweepFault(`${missing.length} files are missing`);
    const optional = database.all('SELECT file FROM tus_uploads').map(({ file }) => String(file));
    const stray = stored.filter((file) => !known.includes(file) && !optional.includes(file));
    if (stray.length > 0) throw new SweepFault(`${stray.length} files are left that nothing refers to`);
  } finally {
    database.close();
  }
}
