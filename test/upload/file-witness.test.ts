import { describe, it } from 'node:test';
import { FileWitness } from '../../src/upload/file-witness.ts';
import { GrowingFile } from '../../src/upload/record/growing-file.ts';

describe('what remembers a file', () => {
  it('takes no recording for another one because its first piece comes while it looks', async () => {
    const file = new GrowingFile('recording.webm', 'video/webm');
    const looking = new FileWitness(file).assertReadable();
    file.append(new Blob(['a piece']));
    await looking;
  });
});
