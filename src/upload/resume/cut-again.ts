import { fingerprintFile } from '../file/fingerprint-file.ts';
import type { CutSource } from '../ports/earlier-upload.ts';
import { trimFile } from '../trim/trim-file.ts';

/** A cut that an earlier visit has made, and begun to send. */
export interface EarlierCut {
  /** The upload's scope and the fingerprint of the file that was sent. */
  readonly key: string;
  readonly scope: string;
  readonly file: { readonly name: string; readonly type: string; readonly lastModified: number };
  readonly source: CutSource;
}

/**
 * Makes the cut of an earlier visit again. Undefined where this film gives other bytes: it has changed, or is another one. Rejects
 * as `trimFile`.
 */
export async function cutAgain(film: File, cut: EarlierCut): Promise<File | undefined> {
  const { key, scope, file, source } = cut;
  if (film.size !== source.size) return undefined;
  const made = await trimFile(film, source.range);
  const { name, type, lastModified } = file;
  // A page may have given it another name.
  const same = new File([made.file], name, { type, lastModified });
  return key === `${scope} ${await fingerprintFile(same, crypto.subtle)}` ? same : undefined;
}
