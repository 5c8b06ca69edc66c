import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { walkDroppedFolders } from '../../../src/upload/file/walk-dropped-folders.ts';

const filesystem = {} as FileSystem;
const noParent = (): void => {};

/** A dropped file; one that cannot be read where `broken`. */
function file(name: string, broken = false): FileSystemFileEntry {
  return {
    isFile: true,
    isDirectory: false,
    name,
    fullPath: `/${name}`,
    filesystem,
    getParent: noParent,
    file: (found, failed) => {
      if (broken) failed?.(new DOMException('gone', 'NotFoundError'));
      else found(new File(['x'], name));
    },
  };
}

/** A dropped folder, which gives two entries at a time. */
function folder(name: string, ...inside: FileSystemEntry[]): FileSystemDirectoryEntry {
  return folderThat(name, () => {
    const left = [...inside];
    return (found) => {
      found(left.splice(0, 2));
    };
  });
}

/** A dropped folder that is read in a way of its own. */
function folderThat(
  name: string,
  open: () => FileSystemDirectoryReader['readEntries'],
): FileSystemDirectoryEntry {
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath: `/${name}`,
    filesystem,
    getParent: noParent,
    getFile: noParent,
    getDirectory: noParent,
    createReader: () => ({ readEntries: open() }),
  };
}

const namesOf = async (...entries: FileSystemEntry[]) =>
  (await walkDroppedFolders(entries)).map(({ name }) => name);

describe('walkDroppedFolders', () => {
  it('gives the files of folders within folders, in the order of their names', async () => {
    const dropped = folder('trip', file('b.mp4'), folder('day 10', file('d.mp4')), file('a.mp4'));
    assert.deepEqual(await namesOf(dropped, file('z.mp4')), ['a.mp4', 'b.mp4', 'd.mp4', 'z.mp4']);
    assert.deepEqual(await namesOf(folder('n', file('clip 10.mp4'), file('clip 9.mp4'))), [
      'clip 9.mp4',
      'clip 10.mp4',
    ]);
  });

  it('leaves out what cannot be read, and what the system keeps in a folder', async () => {
    const dropped = folder('trip', file('.DS_Store'), file('gone.mp4', true), file('a.mp4'));
    assert.deepEqual(await namesOf(dropped), ['a.mp4']);
    assert.deepEqual(await namesOf(file('.hidden.mp4')), ['.hidden.mp4']);
  });

  it('ends in a folder that holds itself', async () => {
    const inside: FileSystemEntry[] = [file('a.mp4')];
    const loop = folderThat('loop', () => {
      const left = [...inside];
      return (found) => {
        found(left.splice(0, 100));
      };
    });
    inside.push(loop);
    assert.equal((await walkDroppedFolders([loop])).length, 32);
  });

  it('gives nothing for a folder that cannot be read', async () => {
    const closed = folderThat('closed', () => (_found, failed) => {
      failed?.(new DOMException('no', 'NotReadableError'));
    });
    assert.deepEqual(await namesOf(closed, file('a.mp4')), ['a.mp4']);
  });
});
