import { VhError } from '../../core/vh-error.ts';
import type { MemoryNeeds } from '../upload-memory.ts';
import { browserResumeWorld } from './resume-world.ts';
import { KeptMemory } from './kept-memory.ts';
import { uploadScope } from './upload-scope.ts';

/** Opens the memory of an upload in this browser. Rejects with `resume-unavailable` where it has none. */
export async function openMemory({
  settings,
  onFollow,
  ...needs
}: MemoryNeeds): Promise<KeptMemory | undefined> {
  const world = browserResumeWorld();
  if (!world) {
    throw new VhError(
      'resume-unavailable',
      'Without https, browsers lend no locks between tabs: the upload goes on, but not after a reload.',
    );
  }
  return KeptMemory.open({
    ...needs,
    world,
    scope: uploadScope(settings),
    onFollow: ({ sent }) => onFollow(sent),
  });
}
