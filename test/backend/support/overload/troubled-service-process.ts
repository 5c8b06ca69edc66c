// The process of `TroubledService`: says its address, and does what the message says.
import { InstantService } from '../../../support/backend/instant-service.ts';
import { REAL_TROUBLES, type RealTrouble } from './troubled-service.ts';

const service = await InstantService.start();
// The access token is renewed in the middle of a long trouble.
service.expiresIn = 100;
let isDead = false;

async function begin(trouble: RealTrouble | 'none'): Promise<void> {
  if (trouble === 'is dead') await service.end();
  else if (isDead) await service.listenAgain();
  isDead = trouble === 'is dead';
  service.trouble = trouble === 'none' ? undefined : REAL_TROUBLES[trouble];
}

process.on('message', (said: RealTrouble | 'none' | 'asked') => {
  if (said === 'asked') process.send?.(service.askedAt);
  else void begin(said).then(() => process.send?.('done'));
});
process.on('disconnect', () => process.exit());
process.send?.(service.url);
