import type { ServiceClient } from './service-client.ts';

interface Session {
  session: { sessionId: string; loadedAt: string };
}

/** A session event as the page shows it. */
export interface FeedEvent {
  sessionId: string;
  type: string;
  emittedAt: string;
  at?: number;
  from?: number;
  to?: number;
}

const MAX_EVENTS = 20;

/**
 * The newest session events of a video, newest first, read back from the service's analytics.
 *
 * Analytics want the API key, so this runs here and not in the page.
 */
export async function newestEvents(service: ServiceClient, videoId: string): Promise<FeedEvent[]> {
  const period = `${day(-1)}/${day(1)}`;
  const query = new URLSearchParams({ period, pageSize: '100' });
  const { data } = await service.get<{ data: Session[] }>(`/analytics/videos/${videoId}?${query.toString()}`);
  const newest = data
    .map(({ session }) => session)
    .sort((one, other) => Date.parse(other.loadedAt) - Date.parse(one.loadedAt))
    .slice(0, 3);
  const events = await Promise.all(newest.map(({ sessionId }) => eventsOf(service, sessionId)));
  return events
    .flat()
    .sort((one, other) => Date.parse(other.emittedAt) - Date.parse(one.emittedAt))
    .slice(0, MAX_EVENTS);
}

async function eventsOf(service: ServiceClient, sessionId: string): Promise<FeedEvent[]> {
  const list = await service.get<{ data: Omit<FeedEvent, 'sessionId'>[] }>(
    `/analytics/sessions/${sessionId}/events?pageSize=100`,
  );
  return list.data.map((event) => ({ ...event, sessionId }));
}

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}
