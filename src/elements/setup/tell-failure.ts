import { tellSetupError } from '../../core/setup/tell-setup-error.ts';
import { tellSetup } from '../../core/setup/tell-setup.ts';
import type { VhError } from '../../core/errors/vh-error.ts';
import { describeObstacle, whyUnreachable } from '../../core/setup/why-unreachable.ts';

/** Warns the author why an element has failed, if that is a mistake in the set-up; `address` is where the media are. */
export async function tellFailure(error: VhError, address?: string): Promise<void> {
  tellSetupError(error);
  if (error.code !== 'media-network' || address === undefined || !URL.canParse(address, location.href))
    return;
  const { origin } = new URL(address, location.href);
  const obstacle = await whyUnreachable(address);
  if (obstacle) tellSetup('media-network', describeObstacle(obstacle, `The media at ${origin}`, origin));
}
