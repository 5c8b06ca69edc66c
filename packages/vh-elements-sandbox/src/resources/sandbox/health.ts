import { sendJson } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';

/** Whether the service can take requests: for scripts and containers that wait for it. It needs no key. */
export const registerHealthRoutes: RegisterRoutes = ({ router, database, folder, packager, state }) => {
  router.open('GET', '/health', (exchange) => {
    const stores = !state.isReplacing && canRead() ? 'ready' : 'unavailable';
    const status = stores === 'ready' ? 'ready' : 'unavailable';
    const encoder = packager.isAsleep ? 'off' : 'ready';
    const ffmpeg = packager.canEncode;
    sendJson(exchange, status === 'ready' ? 200 : 503, { status, stores, encoder, ffmpeg });
  });

  const canRead = () => {
    try {
      database.get('SELECT 1');
      return folder.isThere();
    } catch {
      return false;
    }
  };
};
