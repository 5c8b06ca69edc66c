import { PAGE, pageOf, sortedBy } from '../../http/values/paging.ts';
import { queryText } from '../../http/query/query.ts';
import { ADDRESS, FLAG, MOMENT, TEXT } from '../../http/values/shape.ts';
import { idOf, listOf, nullable, optional, required, shows } from '../../http/values/shape.ts';
import { operation } from '../../routing/operation.ts';
import { RESTREAM } from './read-restreams.ts';

const tag = 'Live streams';
const path = '/live-streams/:liveStreamId';

/** A live stream, as every operation answers it. */
export const LIVE_STREAM = shows(
  {
    liveStreamId: idOf('li'),
    name: TEXT,
    streamKey: TEXT,
    public: FLAG,
    record: FLAG,
    assets: shows({ iframe: TEXT, player: ADDRESS, hls: ADDRESS, thumbnail: ADDRESS }),
    playerId: optional(TEXT),
    broadcasting: FLAG,
    restreams: listOf(shows({ name: TEXT, serverUrl: TEXT, streamKey: TEXT })),
    createdAt: MOMENT,
    updatedAt: MOMENT,
  },
  'LiveStream',
);

/** What may be said of a live stream when it is made, and changed later. */
export const LIVE_STREAM_CHANGES = {
  public: FLAG,
  record: FLAG,
  playerId: nullable(TEXT),
  restreams: listOf(RESTREAM),
};

const SORTABLE = {
  name: 'name',
  createdAt: 'created_at',
  publishedAt: 'created_at',
  updatedAt: 'updated_at',
};

export const CREATE_LIVE_STREAM = operation({
  ...{ id: 'createLiveStream', method: 'POST', path: '/live-streams', tag },
  summary: 'Creates a live stream',
  body: { name: required(TEXT), ...LIVE_STREAM_CHANGES },
  example: { name: 'The match', record: true },
  answers: { 200: LIVE_STREAM },
});

export const LIST_LIVE_STREAMS = operation({
  ...{ id: 'listLiveStreams', method: 'GET', path: '/live-streams', tag },
  summary: 'Lists live streams',
  query: {
    page: PAGE,
    sort: sortedBy(SORTABLE),
    streamKey: queryText('streamKey', 'The whole stream key.'),
    name: queryText('name', 'A part of the name.'),
  },
  answers: { 200: pageOf(LIVE_STREAM) },
});

export const GET_LIVE_STREAM = operation({
  ...{ id: 'getLiveStream', method: 'GET', path, tag },
  summary: 'Shows a live stream',
  answers: { 200: LIVE_STREAM },
});

export const UPDATE_LIVE_STREAM = operation({
  ...{ id: 'updateLiveStream', method: 'PATCH', path, tag },
  summary: 'Changes a live stream',
  body: { name: TEXT, ...LIVE_STREAM_CHANGES },
  example: { name: 'The second match', public: true },
  answers: { 200: LIVE_STREAM },
});

export const DELETE_LIVE_STREAM = operation({
  ...{ id: 'deleteLiveStream', method: 'DELETE', path, tag },
  summary: 'Deletes a live stream',
  answers: { 204: null },
});

export const UPLOAD_LIVE_THUMBNAIL = operation({
  ...{ id: 'uploadLiveStreamThumbnail', method: 'POST', path: `${path}/thumbnail`, tag },
  summary: 'Uploads a thumbnail',
  form: { file: 'A JPEG, PNG or WebP picture of at most 8 MiB.' },
  answers: { 201: LIVE_STREAM },
});

export const DELETE_LIVE_THUMBNAIL = operation({
  ...{ id: 'deleteLiveStreamThumbnail', method: 'DELETE', path: `${path}/thumbnail`, tag },
  summary: 'Deletes the thumbnail',
  answers: { 200: LIVE_STREAM },
});

/** The operations on live streams. */
export const LIVE_STREAM_OPERATIONS = [
  CREATE_LIVE_STREAM,
  LIST_LIVE_STREAMS,
  GET_LIVE_STREAM,
  UPDATE_LIVE_STREAM,
  DELETE_LIVE_STREAM,
  UPLOAD_LIVE_THUMBNAIL,
  DELETE_LIVE_THUMBNAIL,
];
