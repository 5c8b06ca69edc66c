import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { readCmcd } from '../../ingest/read-cmcd.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';
import type { CmcdLine } from '../../store/analytics/cmcd-lines.ts';
import type { SessionKind } from '../../store/analytics/sessions.ts';
import { kindOf, receiveLines, storePing } from './receive-ping.ts';

/** The collector of CMCD's event mode. It keeps the lines as they come, with the session of their viewing. */
export const registerCmcdCollectorRoutes: RegisterRoutes = (services) => {
  const { router, cmcdLines, sessionEnds, collectorLimits } = services;
  router.open('POST', '/collector/cmcd', async (exchange) => {
    const lines = readCmcd(await receiveLines(services, exchange));
    const kinds = lines.map((line, index) => kindOfLine(services, line, index));
    storePing(services, exchange, () => {
      const heard = new Set<string>();
      lines.forEach((line, index) => {
        const kind = kinds[index] ?? 'vod';
        const known = cmcdLines.sessionOf(line, kind);
        if (known !== undefined) collectorLimits.checkSession(known);
        const id = known ?? cmcdLines.begin(line, kind, exchange.request.headers['user-agent'] ?? '');
        cmcdLines.add(id, line);
        heard.add(id);
      });
      for (const id of heard) sessionEnds.heard(id);
    });
    sendJson(exchange, 200, { keepsOnce: true });
  });
};

function kindOfLine(services: Services, { mediaId, isLive }: CmcdLine, index: number): SessionKind {
  const kind = mediaId === undefined ? (isLive ? 'live' : 'vod') : kindOf(services, mediaId);
  if (!kind)
    throw new Problem('invalid-attribute', {
      name: `lines[${String(index)}].cid`,
      detail: 'There is no such thing to watch.',
    });
  return kind;
}
