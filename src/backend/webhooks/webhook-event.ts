import { readRecord, readText } from '../../core/wire/read-json.ts';

/** The fields of every delivery. */
interface Delivered {
  /** The same for each attempt at one delivery. Remember the ids that you have processed, and drop repetitions. */
  id: string;
  /** The webhook's id. The signature does not cover it. */
  webhookId: string | undefined;
  emittedAt: Date;
}

/** A broadcast has begun or ended. */
export interface BroadcastEvent extends Delivered {
  type: 'live-stream.broadcast.started' | 'live-stream.broadcast.ended';
  liveStreamId: string;
}

/** A live stream's recording has become a video. */
export interface SourceRecordedEvent extends Delivered {
  type: 'video.source.recorded';
  liveStreamId: string;
  videoId: string;
}

/** One rendition is encoded. */
export interface QualityCompletedEvent extends Delivered {
  type: 'video.encoding.quality.completed';
  videoId: string;
  /** Set if the video is a recording. */
  liveStreamId: string | undefined;
  /** `hls` or `mp4`. */
  encoding: string;
  /** Such as `720p`. */
  quality: string;
}

/** The service generated captions from speech. */
export interface CaptionGeneratedEvent extends Delivered {
  type: 'video.caption.generated';
  videoId: string;
  captionId: string;
  generationMode: string;
  language: string;
}

/** The service generated a summary from speech. */
export interface SummaryGeneratedEvent extends Delivered {
  type: 'video.summary.generated';
  videoId: string;
  summaryId: string;
}

/** A genuine event of a type that this version does not know. */
export interface OtherWebhookEvent extends Delivered {
  type: 'other';
  /** The service's name for the type. */
  name: string;
  body: Readonly<Record<string, unknown>>;
}

/** An event of a webhook; `switch` on its `type`. */
export type WebhookEvent =
  | BroadcastEvent
  | SourceRecordedEvent
  | QualityCompletedEvent
  | CaptionGeneratedEvent
  | SummaryGeneratedEvent
  | OtherWebhookEvent;

/** Reads a delivery's body; undefined when it is no event. */
export function parseWebhookEvent(
  body: unknown,
  about: { id: string; webhookId: string | undefined },
): WebhookEvent | undefined {
  const from = readRecord(body);
  const name = readText(from?.['type']);
  const emittedAt = new Date(readText(from?.['emittedAt']) ?? '');
  if (!from || name === undefined || Number.isNaN(emittedAt.getTime())) return undefined;
  const said = { ...about, emittedAt };
  const text = (field: string) => readText(from[field]);
  /** All of these fields, or nothing. */
  const need = <Field extends string>(...fields: Field[]) => {
    const texts: Partial<Record<Field, string>> = {};
    for (const field of fields) {
      const value = text(field);
      if (value === undefined) return undefined;
      texts[field] = value;
    }
    return texts as Record<Field, string>;
  };
  switch (name) {
    case 'live-stream.broadcast.started':
    case 'live-stream.broadcast.ended':
      return whole({ type: name, ...said }, need('liveStreamId'));
    case 'video.source.recorded':
      return whole({ type: name, ...said }, need('liveStreamId', 'videoId'));
    case 'video.encoding.quality.completed':
      return whole(
        { type: name, ...said, liveStreamId: text('liveStreamId') },
        need('videoId', 'encoding', 'quality'),
      );
    case 'video.caption.generated':
      return whole({ type: name, ...said }, need('videoId', 'captionId', 'generationMode', 'language'));
    case 'video.summary.generated':
      return whole({ type: name, ...said }, need('videoId', 'summaryId'));
    default:
      return { type: 'other', name, body: from, ...said };
  }
}

function whole<One extends object, Other extends object>(
  one: One,
  other: Other | undefined,
): (One & Other) | undefined {
  return other && { ...one, ...other };
}
