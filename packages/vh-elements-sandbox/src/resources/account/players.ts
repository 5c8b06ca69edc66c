import { Attributes } from '../../http/values/attributes.ts';
import { isColour } from '../../http/values/colour.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { readPage, readSort, sendPage } from '../../http/values/paging.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import { receivePicture } from '../../http/body/receive-picture.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { THEME_DEFAULTS, type Player, type Theme, type ThemeChanges } from '../../store/account/players.ts';

const SORTABLE = { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' };
const MAX_NAME_LENGTH = 100;
const LOGO = { maxBytes: 100 * 1024, maxWidth: 200, maxHeight: 100 };

/** Player themes and their logos. */
export const registerPlayersRoutes: RegisterRoutes = (services) => {
  const { router, players } = services;

  router.on('POST', '/players', async (exchange) => {
    const { name, changes } = readTheme(new Attributes(await readJsonBody(exchange.request)));
    sendJson(exchange, 201, toBody(players.create(name ?? null, changes), exchange));
  });

  router.on('GET', '/players', (exchange) => {
    const page = readPage(exchange);
    const sort = readSort(exchange, SORTABLE, { column: 'created_at', order: 'desc' });
    const { players: found, total } = players.list(sort, page);
    const bodies = found.map((player) => toBody(player, exchange));
    sendPage(exchange, page, bodies, total);
  });

  router.on('GET', '/players/:playerId', (exchange) => {
    sendJson(exchange, 200, toBody(findPlayer(services, param(exchange, 'playerId')), exchange));
  });

  router.on('PATCH', '/players/:playerId', async (exchange) => {
    const { playerId } = findPlayer(services, param(exchange, 'playerId'));
    const { name, changes } = readTheme(new Attributes(await readJsonBody(exchange.request)));
    // Looked up again: it may have been deleted while the body was on its way.
    findPlayer(services, playerId);
    sendJson(exchange, 200, toBody(players.update(playerId, name, changes), exchange));
  });

  router.on('DELETE', '/players/:playerId', async (exchange) => {
    const { playerId, logo } = findPlayer(services, param(exchange, 'playerId'));
    players.delete(playerId);
    await discard(services, logo?.file);
    sendEmpty(exchange);
  });

  addLogoRoutes(services);
};

function addLogoRoutes(services: Services): void {
  const { router, players, folder } = services;

  router.on('POST', '/players/:playerId/logo', async (exchange) => {
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

  router.on('DELETE', '/players/:playerId/logo', async (exchange) => {
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
  const name = attributes.nullableText('name');
  if (name && Array.from(name).length > MAX_NAME_LENGTH)
    attributes.refuse('name', `"name" must have at most ${MAX_NAME_LENGTH} characters.`);
  const changes: ThemeChanges = {};
  for (const key of Object.keys(THEME_DEFAULTS) as (keyof Theme)[]) {
    const value =
      typeof THEME_DEFAULTS[key] === 'boolean' ? attributes.nullableFlag(key) : readColour(attributes, key);
    if (value !== undefined) changes[key] = value;
  }
  attributes.finish();
  return { name, changes };
}

function readColour(attributes: Attributes, key: string): string | null | undefined {
  const colour = attributes.nullableText(key);
  if (typeof colour === 'string' && !isColour(colour))
    attributes.refuse(key, `"${key}" must be a colour such as rgba(255, 255, 255, .95).`);
  return colour;
}

function toBody(player: Player, { origin }: Exchange): Record<string, unknown> {
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
