import { Attributes } from '../../http/values/attributes.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import { receivePicture } from '../../http/body/receive-picture.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { Player, ThemeChanges } from '../../store/account/players.ts';
import {
  CREATE_PLAYER,
  DELETE_LOGO,
  DELETE_PLAYER,
  GET_PLAYER,
  LIST_PLAYERS,
  PLAYER_CHANGES,
  UPDATE_PLAYER,
  UPLOAD_LOGO,
  type PLAYER,
} from './account-operations.ts';

const LOGO = { maxBytes: 100 * 1024, maxWidth: 200, maxHeight: 100 };

/** Player themes and their logos. */
export const registerPlayersRoutes: RegisterRoutes = (services) => {
  const { router, players } = services;

  router.serve(CREATE_PLAYER, async (exchange) => {
    const { name, changes } = readTheme(new Attributes(await readJsonBody(exchange.request)));
    sendJson(exchange, 201, toBody(players.create(name ?? null, changes), exchange));
  });

  router.serve(LIST_PLAYERS, (exchange) => {
    const { page, sort } = readQuery(exchange.query, LIST_PLAYERS.query);
    const { players: found, total } = players.list(sort, page);
    const bodies = found.map((player) => toBody(player, exchange));
    sendPage(exchange, page, bodies, total);
  });

  router.serve(GET_PLAYER, (exchange) => {
    sendJson(exchange, 200, toBody(findPlayer(services, param(exchange, 'playerId')), exchange));
  });

  router.serve(UPDATE_PLAYER, async (exchange) => {
    const { playerId } = findPlayer(services, param(exchange, 'playerId'));
    const { name, changes } = readTheme(new Attributes(await readJsonBody(exchange.request)));
    // Looked up again: it may have been deleted while the body was on its way.
    findPlayer(services, playerId);
    sendJson(exchange, 200, toBody(players.update(playerId, name, changes), exchange));
  });

  router.serve(DELETE_PLAYER, async (exchange) => {
    const { playerId, logo } = findPlayer(services, param(exchange, 'playerId'));
    players.delete(playerId);
    await discard(services, logo?.file);
    sendEmpty(exchange);
  });

  addLogoRoutes(services);
};

function addLogoRoutes(services: Services): void {
  const { router, players, folder } = services;

  router.serve(UPLOAD_LOGO, async (exchange) => {
    const { playerId } = findPlayer(services, param(exchange, 'playerId'));
    const logo = await receivePicture(exchange.request, { ...LOGO, folder: folder.pictures });
    if (!players.get(playerId)) {
      await discard(services, logo.stored);
      throw notFound('playerId');
    }
    // The link is kept as it comes, as the service does; the page that shows it must validate it.
    const link = logo.fields.get('link') || null;
    await discard(services, players.setLogo(playerId, { file: logo.stored, type: logo.type, link }));
    sendJson(exchange, 201, toBody(findPlayer(services, playerId), exchange));
  });

  router.serve(DELETE_LOGO, async (exchange) => {
    const { playerId } = findPlayer(services, param(exchange, 'playerId'));
    await discard(services, players.setLogo(playerId, undefined));
    sendEmpty(exchange);
  });

  router.open('GET', '/assets/player/:playerId/logo.png', async (exchange) => {
    const { logo } = findPlayer(services, param(exchange, 'playerId'));
    if (!logo) throw notFound('asset');
    await sendFile(exchange, folder.picture(logo.file), logo.type, false);
  });
}

/** The theme, or the problem that there is none. */
export function findPlayer({ players }: Pick<Services, 'players'>, playerId: string): Player {
  const player = players.get(playerId);
  if (!player) throw notFound('playerId');
  return player;
}

async function discard({ folder }: Services, file: string | undefined): Promise<void> {
  if (file !== undefined) await discardFile(folder.pictures, file);
}

/** Reads a theme that is made or changed. */
export function readTheme(attributes: Attributes): {
  name: string | null | undefined;
  changes: ThemeChanges;
} {
  const { name, ...changes } = attributes.read(PLAYER_CHANGES);
  attributes.finish();
  return { name, changes };
}

function toBody(player: Player, { origin }: Exchange): ValueOf<typeof PLAYER> {
  const { playerId, name, theme, logo, createdAt, updatedAt } = player;
  return {
    playerId,
    ...(name === null ? {} : { name }),
    ...theme,
    assets: {
      logo: logo ? `${origin}/assets/player/${playerId}/logo.png` : null,
      link: logo?.link ?? null,
    },
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}
