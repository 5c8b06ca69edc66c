import { reportSetupError } from '../../core/setup/report-setup-error.ts';
import { reportSetup } from '../../core/setup/report-setup.ts';
import type { VhError } from '../../core/errors/vh-error.ts';
import { describeObstacle, whyUnreachable } from '../../core/setup/why-unreachable.ts';

/** The schemes of addresses that a page can load media from. */
const LOADABLE = /^(https?|blob|data):$/;

/** Warns the author why an element has failed, if that is a mistake in the set-up; `address` is where the media are. */
export async function reportFailure(error: VhError, address?: string): Promise<void> {
  reportSetupError(error);
  if (error.code !== 'media-network' || address === undefined || !URL.canParse(address, location.href))
    return;
  const { origin, protocol } = new URL(address, location.href);
  if (!LOADABLE.test(protocol) && protocol !== location.protocol) {
    const sentence = `Browsers load no media from "${protocol}" addresses: put the file on a server, and give its address there.`;
    return reportSetup('media-network', sentence);
  }
  const obstacle = await whyUnreachable(address);
  if (obstacle) reportSetup('media-network', describeObstacle(obstacle, `The media at ${origin}`, origin));
}
