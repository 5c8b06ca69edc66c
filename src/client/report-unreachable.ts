import { reportSetup } from '../core/setup/report-setup.ts';
import { isVhError } from '../core/errors/vh-error.ts';
import { isOfAnother } from './no-backend.ts';
import { describeObstacle, whyUnreachable } from '../core/setup/why-unreachable.ts';

/** A request that every page backend answers, and the backend's own address in it. */
const ROUTE = /^(.*)\/(?:grants|playback\/[^/]+\/[^/]+)$/;

/** Origins whose obstacle is known, or looked for. */
const asked = new Set<string>();

/**
 * Warns the page's author, once for each backend, why requests do not reach it. For scripts, a policy, a server that allows
 * other pages only and one that is off all look like a lost connection, and no visitor can fix them.
 */
export async function reportUnreachable(address: string, error: unknown): Promise<void> {
  if (!isVhError(error) || !('location' in globalThis) || !URL.canParse(address, location.href)) return;
  const page = location.origin;
  const { origin } = new URL(address, location.href);
  if (error.slug === 'origin-refused')
    reportSetup('grant-refused', `The backend at ${origin} refuses this page. ${allow(page)}`);
  const [, backend] = ROUTE.exec(address) ?? [];
  if (backend !== undefined && isOfAnother(error))
    reportSetup(
      'backend-misconfigured',
      `No page backend answers at ${new URL(backend, location.href).href}: another part of the site does. Check "backend" in the page, and basePath in createBackend.`,
    );
  if (error.code === 'blocked-by-policy') reportSetup(error.code, error.message);
  if (error.code !== 'network' || asked.has(origin)) return;
  asked.add(origin);
  const obstacle = await whyUnreachable(address);
  // Another time there may be an obstacle.
  if (!obstacle) asked.delete(origin);
  else {
    const sentence = describeObstacle(obstacle, `The backend at ${origin}`, origin);
    // A backend that lets no other page read anything looks like one that is off.
    const isUnclear = obstacle === 'no-server' && origin !== page;
    const whole = isUnclear ? sentence.replace(/\.$/, ', or it lets this page read nothing.') : sentence;
    reportSetup('network', isUnclear || obstacle === 'cors' ? `${whole} ${allow(page)}` : whole);
  }
}

const allow = (page: string) => `Set allowedOrigins: ['${page}'] in createBackend.`;
