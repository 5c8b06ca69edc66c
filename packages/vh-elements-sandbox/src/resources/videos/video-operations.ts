import { PAGE, pageOf, sortedBy } from '../../http/values/paging.ts';
import { queryPairs, queryTexts } from '../../http/query/deep-query.ts';
import { queryText } from '../../http/query/query.ts';
import { ADDRESS, COUNT, FLAG, MOMENT, PAIRS, TEXT, TEXTS } from '../../http/values/shape.ts';
import { idOf, listOf, nullable, oneOf, optional, required, shows } from '../../http/values/shape.ts';
import { TIMECODE } from '../../http/values/timecode.ts';
import { operation } from '../../routing/operation.ts';
import { CLIP } from './edits/read-clip.ts';
import { WATERMARK } from './edits/read-watermark.ts';
import { VIDEO_CHANGES } from './video-changes.ts';

const tag = 'Videos';
const LINKED = shows({ liveStreamId: idOf('li'), links: listOf(shows({ rel: TEXT, uri: TEXT })) });

/** A video, as every operation answers it. */
export const VIDEO = shows(
  {
    videoId: idOf('vi'),
    title: TEXT,
    description: TEXT,
    public: FLAG,
    panoramic: FLAG,
    mp4Support: FLAG,
    playerId: optional(TEXT),
    tags: TEXTS,
    metadata: PAIRS,
    source: shows({
      uri: TEXT,
      type: optional(oneOf(['upload', 'url', 'clone', 'liveStream'])),
      liveStream: optional(LINKED),
    }),
    assets: shows({
      iframe: TEXT,
      player: ADDRESS,
      hls: ADDRESS,
      thumbnail: ADDRESS,
      mp4: optional(ADDRESS),
    }),
    createdAt: MOMENT,
    publishedAt: MOMENT,
    updatedAt: MOMENT,
  },
  'Video',
);

const RECEIVED = shows({ from: COUNT, to: COUNT, total: nullable(COUNT) });
const FIGURE = nullable(COUNT);
const WORD = nullable(TEXT);
const INGEST = shows({
  status: oneOf(['uploading', 'uploaded', 'ingesting', 'ingested', 'missing']),
  reason: optional(TEXT),
  filesize: FIGURE,
  receivedBytes: listOf(RECEIVED),
  receivedParts: shows({ parts: listOf(COUNT), total: FIGURE }),
  sha256: optional(TEXT),
});
const ENCODING = shows({
  playable: FLAG,
  qualities: listOf(
    shows({
      type: oneOf(['hls', 'mp4']),
      quality: TEXT,
      status: oneOf(['waiting', 'encoding', 'encoded', 'failed']),
    }),
  ),
  metadata: shows({
    ...{ width: FIGURE, height: FIGURE, bitrate: FIGURE, duration: FIGURE, framerate: FIGURE },
    ...{ samplerate: FIGURE, videoCodec: WORD, audioCodec: WORD, aspectRatio: WORD },
  }),
  reason: optional(TEXT),
});

/** How far a video's bytes and renditions have come. */
export const VIDEO_STATUS = shows({ ingest: nullable(INGEST), encoding: ENCODING }, 'VideoStatus');

const SORTABLE = {
  title: 'title',
  createdAt: 'created_at',
  publishedAt: 'created_at',
  updatedAt: 'updated_at',
};

export const CREATE_VIDEO = operation({
  ...{ id: 'createVideo', method: 'POST', path: '/videos', tag },
  summary: 'Creates a video',
  description: 'With a `source`, the service fetches the bytes itself, or copies another video: 202.',
  body: {
    title: required(TEXT),
    ...VIDEO_CHANGES,
    source: TEXT,
    clip: nullable(CLIP),
    watermark: nullable(WATERMARK),
  },
  example: { title: 'A film', tags: ['summer'], metadata: [{ key: 'author', value: 'Ada' }], public: true },
  answers: { 201: VIDEO, 202: VIDEO },
});

export const LIST_VIDEOS = operation({
  ...{ id: 'listVideos', method: 'GET', path: '/videos', tag },
  summary: 'Lists videos',
  query: {
    page: PAGE,
    sort: sortedBy(SORTABLE),
    title: queryText('title', 'A part of the title.'),
    description: queryText('description', 'A part of the description.'),
    liveStreamId: queryText('liveStreamId', 'The live stream that they were recorded of.'),
    tags: queryTexts('tags', 'Tags that they all have.'),
    metadata: queryPairs('metadata', 'Pairs of metadata that they all have.'),
  },
  answers: { 200: pageOf(VIDEO) },
});

export const GET_VIDEO = operation({
  ...{ id: 'getVideo', method: 'GET', path: '/videos/:videoId', tag },
  summary: 'Shows a video',
  answers: { 200: VIDEO },
});

export const UPDATE_VIDEO = operation({
  ...{ id: 'updateVideo', method: 'PATCH', path: '/videos/:videoId', tag },
  summary: 'Changes a video',
  body: { title: TEXT, ...VIDEO_CHANGES },
  example: { title: 'Another name', description: 'Of the summer.', playerId: null },
  answers: { 200: VIDEO },
});

export const DELETE_VIDEO = operation({
  ...{ id: 'deleteVideo', method: 'DELETE', path: '/videos/:videoId', tag },
  summary: 'Deletes a video',
  answers: { 204: null },
});

export const GET_VIDEO_STATUS = operation({
  ...{ id: 'getVideoStatus', method: 'GET', path: '/videos/:videoId/status', tag },
  summary: 'Shows how far a video’s bytes and renditions have come',
  answers: { 200: VIDEO_STATUS },
});

export const UPLOAD_VIDEO_THUMBNAIL = operation({
  ...{ id: 'uploadVideoThumbnail', method: 'POST', path: '/videos/:videoId/thumbnail', tag },
  summary: 'Uploads a thumbnail',
  form: { file: 'A JPEG, PNG or WebP picture of at most 8 MiB.' },
  answers: { 200: VIDEO },
});

export const PICK_VIDEO_THUMBNAIL = operation({
  ...{ id: 'pickVideoThumbnail', method: 'PATCH', path: '/videos/:videoId/thumbnail', tag },
  summary: 'Takes a thumbnail from the video',
  body: { timecode: required(TIMECODE) },
  example: { timecode: '00:00:01.500' },
  answers: { 200: VIDEO },
});

/** The operations on videos. */
export const VIDEO_OPERATIONS = [
  CREATE_VIDEO,
  LIST_VIDEOS,
  GET_VIDEO,
  UPDATE_VIDEO,
  DELETE_VIDEO,
  GET_VIDEO_STATUS,
  UPLOAD_VIDEO_THUMBNAIL,
  PICK_VIDEO_THUMBNAIL,
];
