import { packaging } from '../scenarios/packaging.ts';
import { copies } from '../scenarios/copies.ts';
import { parts } from '../scenarios/parts.ts';
import { pictures } from '../scenarios/pictures.ts';
import { recording } from '../scenarios/recording.ts';
import { tus } from '../scenarios/tus.ts';
import type { Scenario } from '../scenario.ts';
import { isSettled, textOf, type VideoStatusBody } from '../../../../support/sandbox/sandbox.ts';
import { film } from '../../../../support/sandbox/sandbox-bytes.ts';
import { deleteAll } from './delete-all.ts';
import { leaveThings } from './left-behind.ts';
import { publish } from './publish.ts';
import type { SoakSite } from './soak-site.ts';
import { visitBackend } from './backend-visits.ts';
import { useAccount } from './account.ts';
import { watch } from './viewers.ts';

/** Hours of the sandbox's clock that one round takes. */
export const ROUND_HOURS = 6;
/** Longer than anything lives that is not deleted: uploads that were left have a week. */
export const LONGEST_HOURS = 8 * 24;
/** Later still all that is kept up to a limit has reached it: session events do so in the 57th round. */
export const SETTLED_HOURS = 60 * ROUND_HOURS;

const SCENARIOS = [parts, tus, copies, pictures, recording, packaging] as readonly Scenario[];

/**
 * A round of everything that is done with a sandbox and a page backend. It deletes what it has made, but for what people
 * leave behind, and ends some hours later: each round ends with as much as the one before.
 */
export async function soakRound(site: SoakSite, round: number): Promise<void> {
  // Every third webhook is answered too late, or by an error.
  site.hooks.answerWith((_, count) => (count % 3 === 0 ? 500 : count % 7 === 0 ? 'hang-up' : 200));
  site.hooks.received.length = 0;
  site.logged.length = 0;
  await useAccount(site);
  for (const scenario of SCENARIOS) await scenario.act(site, scenario.begin());
  await viewVideo(site, round);
  await publish(site);
  await endRound(site, round);
}

/** The part of a round for which no film is packaged. */
export async function briefRound(site: SoakSite, round: number): Promise<void> {
  await useAccount(site);
  await endRound(site, round);
}

async function endRound(site: SoakSite, round: number): Promise<void> {
  await visitBackend(site, round);
  await deleteAll(site);
  await leaveThings(site);
  await site.passHours(ROUND_HOURS);
}

/** A film that is watched in every way, with captions and chapters, in public and then in private. */
async function viewVideo(site: SoakSite, round: number): Promise<void> {
  const json = {
    title: `Round ${round}`,
    tags: ['soak'],
    metadata: [{ key: 'round', value: String(round) }],
  };
  const made = await site.sendFor(201, 'POST', '/videos', { json });
  const videoId = textOf(made.body, 'videoId');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await film('h264-aac.mp4'))]), 'film.mp4');
  await site.sendFor(201, 'POST', `/videos/${videoId}/source`, { form });
  await site.waitFor(async () => {
    const status = await site.read<VideoStatusBody>(`/videos/${videoId}/status`);
    return isSettled(status) || undefined;
  });
  await watch(site, videoId, round);
}
