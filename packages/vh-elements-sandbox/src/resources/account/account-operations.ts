import { COLOUR } from '../../http/values/colour.ts';
import { PAGE, pageOf, sortedBy } from '../../http/values/paging.ts';
import { queryText } from '../../http/query/query.ts';
import { COUNT, FLAG, MOMENT, NULLABLE_FLAG, TEXT, ADDRESS } from '../../http/values/shape.ts';
import { idOf, listOf, nullable, oneOf, optional, required, shows, text } from '../../http/values/shape.ts';
import type { Shape } from '../../http/values/shape.ts';
import { operation } from '../../routing/operation.ts';
import { THEME_DEFAULTS, type Theme } from '../../store/account/players.ts';
import { WEBHOOK_EVENTS } from '../../webhooks/event-body.ts';

type Themed<Flag, Colour> = {
  [Key in keyof Theme]: Shape<(typeof THEME_DEFAULTS)[Key] extends boolean ? Flag : Colour>;
};

/** A shape for each member of a theme. */
function themeOf<Flag, Colour>(flag: Shape<Flag>, colour: Shape<Colour>): Themed<Flag, Colour> {
  const members = Object.entries(THEME_DEFAULTS).map(([key, value]) => [
    key,
    typeof value === 'boolean' ? flag : colour,
  ]);
  return Object.fromEntries(members) as Themed<Flag, Colour>;
}

const player = '/players/:playerId';

const THEME: Readonly<Record<keyof Theme, Shape<string | boolean>>> = themeOf(FLAG, TEXT);

/** A player theme, as every operation answers it. */
export const PLAYER = shows(
  {
    playerId: idOf('pl'),
    name: optional(TEXT),
    ...THEME,
    assets: shows({ logo: nullable(ADDRESS), link: nullable(TEXT) }),
    createdAt: MOMENT,
    updatedAt: MOMENT,
  },
  'Player',
);

/** What may be said of a player when it is made, and changed later; null goes back to the default. */
export const PLAYER_CHANGES = {
  name: nullable(text('a string of at most 100 characters', { maxLength: 100 })),
  ...themeOf(NULLABLE_FLAG, nullable(COLOUR)),
};

export const CREATE_PLAYER = operation({
  ...{ id: 'createPlayer', method: 'POST', path: '/players', tag: 'Players' },
  summary: 'Creates a player theme',
  body: PLAYER_CHANGES,
  example: { name: 'Dark', trackPlayed: 'rgba(88, 131, 255, .95)', hideTitle: true },
  answers: { 201: PLAYER },
});

export const LIST_PLAYERS = operation({
  ...{ id: 'listPlayers', method: 'GET', path: '/players', tag: 'Players' },
  summary: 'Lists player themes',
  query: {
    page: PAGE,
    sort: sortedBy({ name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' }),
  },
  answers: { 200: pageOf(PLAYER) },
});

export const GET_PLAYER = operation({
  ...{ id: 'getPlayer', method: 'GET', path: player, tag: 'Players' },
  summary: 'Shows a player theme',
  answers: { 200: PLAYER },
});

export const UPDATE_PLAYER = operation({
  ...{ id: 'updatePlayer', method: 'PATCH', path: player, tag: 'Players' },
  summary: 'Changes a player theme',
  body: PLAYER_CHANGES,
  example: { link: '#ff8800', forceLoop: null },
  answers: { 200: PLAYER },
});

export const DELETE_PLAYER = operation({
  ...{ id: 'deletePlayer', method: 'DELETE', path: player, tag: 'Players' },
  summary: 'Deletes a player theme',
  answers: { 204: null },
});

export const UPLOAD_LOGO = operation({
  ...{ id: 'uploadLogo', method: 'POST', path: `${player}/logo`, tag: 'Players' },
  summary: 'Uploads a logo',
  form: {
    file: 'A JPEG or PNG picture of at most 100 KiB and 200 × 100 pixels.',
    fields: { link: TEXT },
  },
  answers: { 201: PLAYER },
});

export const DELETE_LOGO = operation({
  ...{ id: 'deleteLogo', method: 'DELETE', path: `${player}/logo`, tag: 'Players' },
  summary: 'Deletes the logo',
  answers: { 204: null },
});

/** A watermark, as every operation answers it. */
export const WATERMARK = shows({ watermarkId: idOf('watermark_'), createdAt: MOMENT }, 'Watermark');

export const UPLOAD_WATERMARK = operation({
  ...{ id: 'uploadWatermark', method: 'POST', path: '/watermarks', tag: 'Watermarks' },
  summary: 'Uploads a watermark',
  form: { file: 'A JPEG or PNG picture of at most 8 MiB and 4,096 × 4,096 pixels.' },
  answers: { 200: WATERMARK },
});

export const LIST_WATERMARKS = operation({
  ...{ id: 'listWatermarks', method: 'GET', path: '/watermarks', tag: 'Watermarks' },
  summary: 'Lists watermarks',
  query: { page: PAGE, sort: sortedBy({ createdAt: 'created_at' }) },
  answers: { 200: pageOf(WATERMARK) },
});

export const DELETE_WATERMARK = operation({
  ...{ id: 'deleteWatermark', method: 'DELETE', path: '/watermarks/:watermarkId', tag: 'Watermarks' },
  summary: 'Deletes a watermark',
  answers: { 204: null },
});

const EVENTS = listOf(oneOf(WEBHOOK_EVENTS));
const SOME_EVENTS: Shape<string[]> = {
  schema: { type: 'array', items: oneOf(WEBHOOK_EVENTS).schema, minItems: 1 },
  wanted: `a list of some of ${WEBHOOK_EVENTS.join(', ')}`,
};

/** A webhook, as every operation answers it. */
export const WEBHOOK = shows(
  { webhookId: idOf('webhook_'), createdAt: MOMENT, events: EVENTS, url: TEXT, signatureSecret: TEXT },
  'Webhook',
);

export const CREATE_WEBHOOK = operation({
  ...{ id: 'createWebhook', method: 'POST', path: '/webhooks', tag: 'Webhooks' },
  summary: 'Creates a webhook',
  description: 'A Warning header says of a host that it will not be called.',
  body: {
    events: required(SOME_EVENTS),
    url: required(
      text('an http or https address', {
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
        maxLength: 2048,
        format: 'uri',
      }),
    ),
  },
  example: { events: ['video.encoding.quality.completed'], url: 'http://127.0.0.1:3000/webhooks' },
  answers: { 201: WEBHOOK },
});

export const LIST_WEBHOOKS = operation({
  ...{ id: 'listWebhooks', method: 'GET', path: '/webhooks', tag: 'Webhooks' },
  summary: 'Lists webhooks',
  query: { events: queryText('events', 'An event that they are subscribed to.'), page: PAGE },
  answers: { 200: pageOf(WEBHOOK) },
});

export const GET_WEBHOOK = operation({
  ...{ id: 'getWebhook', method: 'GET', path: '/webhooks/:webhookId', tag: 'Webhooks' },
  summary: 'Shows a webhook',
  answers: { 200: WEBHOOK },
});

export const DELETE_WEBHOOK = operation({
  ...{ id: 'deleteWebhook', method: 'DELETE', path: '/webhooks/:webhookId', tag: 'Webhooks' },
  summary: 'Deletes a webhook',
  answers: { 204: null },
});

/** A pair of tokens: one to ask with, one to get the next pair. */
const ACCESS = shows(
  { token_type: oneOf(['Bearer']), expires_in: COUNT, access_token: TEXT, refresh_token: TEXT },
  'AccessToken',
);

export const AUTHENTICATE = operation({
  ...{ id: 'authenticate', method: 'POST', path: '/auth/api-key', tag: 'Access', security: 'none' },
  summary: 'Exchanges the API key for an access token',
  body: { apiKey: required(TEXT) },
  answers: { 200: ACCESS },
});

export const REFRESH = operation({
  ...{ id: 'refresh', method: 'POST', path: '/auth/refresh', tag: 'Access', security: 'none' },
  summary: 'Exchanges a refresh token for a new pair of tokens',
  body: { refreshToken: required(TEXT) },
  answers: { 200: ACCESS },
});

/** The operations on what belongs to an account. */
export const ACCOUNT_OPERATIONS = [
  CREATE_PLAYER,
  LIST_PLAYERS,
  GET_PLAYER,
  UPDATE_PLAYER,
  DELETE_PLAYER,
  UPLOAD_LOGO,
  DELETE_LOGO,
  UPLOAD_WATERMARK,
  LIST_WATERMARKS,
  DELETE_WATERMARK,
  CREATE_WEBHOOK,
  LIST_WEBHOOKS,
  GET_WEBHOOK,
  DELETE_WEBHOOK,
];

/** The way to an access token, which the list of operations leaves to the service. */
export const ACCESS_OPERATIONS = [AUTHENTICATE, REFRESH];
