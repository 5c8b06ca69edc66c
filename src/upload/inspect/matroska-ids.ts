// The elements of WebM and Matroska that are looked at, by the names that the specification gives them.

export const DOC_TYPE = 0x4282;
export const SEGMENT = 0x18538067;

export const SEEK_HEAD = 0x114d9b74;
export const SEEK_POSITION = 0x53ac;

export const INFO = 0x1549a966;
export const TIMESTAMP_SCALE = 0x2ad7b1;
export const DURATION = 0x4489;

export const TRACKS = 0x1654ae6b;
export const TRACK_ENTRY = 0xae;
export const TRACK_TYPE = 0x83;
export const CODEC_ID = 0x86;
export const CODEC_PRIVATE = 0x63a2;
export const DEFAULT_DURATION = 0x23e383;
export const VIDEO_SETTINGS = 0xe0;
export const PIXEL_WIDTH = 0xb0;
export const PIXEL_HEIGHT = 0xba;
export const DISPLAY_WIDTH = 0x54b0;
export const DISPLAY_HEIGHT = 0x54ba;
export const DISPLAY_UNIT = 0x54b2;
export const PROJECTION = 0x7670;
export const PROJECTION_ROLL = 0x7675;

export const CLUSTER = 0x1f43b675;
export const TIMESTAMP = 0xe7;
export const SIMPLE_BLOCK = 0xa3;
export const BLOCK_GROUP = 0xa0;
export const BLOCK = 0xa1;
