import { readJsonBody } from '../../http/body/read-json-body.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { Attributes } from '../../http/values/attributes.ts';
import { warn } from '../../http/warn.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';
import type { Webhook } from '../../store/account/webhooks.ts';
import { eventBody, WEBHOOK_EVENTS } from '../../webhooks/event-body.ts';
import { sampleEvent, type EventSubject } from '../../webhooks/sample-event.ts';
import { deliveryBody } from './deliveries.ts';

const NOBODY = 'No webhook is subscribed to this event: nothing was sent.';

interface Wanted extends EventSubject {
  type: string;
  webhookId: string | undefined;
}

/** Sends an event of webhooks without what brings it about. */
export const registerTriggerRoutes: RegisterRoutes = (services) => {
  services.controls.onState('POST', '/trigger', async (exchange) => {
    const { type, webhookId, ...about } = readWanted(new Attributes(await readJsonBody(exchange.request)));
    const receivers = receiversOf(services, type, webhookId);
    const body = eventBody(type, sampleEvent(services, type, about), services.clock.now());
    const sent = receivers.map((webhook) => services.deliverer.send(webhook, type, body));
    if (sent.length === 0) warn(exchange.response, NOBODY);
    sendJson(exchange, 201, { event: JSON.parse(body) as unknown, deliveries: sent.map(deliveryBody) });
  });
};

function readWanted(attributes: Attributes): Wanted {
  const type = attributes.requiredText('type');
  if (type !== '' && !WEBHOOK_EVENTS.includes(type))
    attributes.refuse('type', `"type" must be one of ${WEBHOOK_EVENTS.join(', ')}.`);
  const [videoId, liveStreamId, webhookId] = ['videoId', 'liveStreamId', 'webhookId'].map((name) =>
    attributes.text(name),
  );
  attributes.finish();
  return { type, videoId, liveStreamId, webhookId };
}

/** The webhooks that are subscribed, or the one of them that is wanted. */
function receiversOf({ webhooks }: Services, type: string, webhookId: string | undefined): Webhook[] {
  const subscribed = webhooks.wanting(type);
  if (webhookId === undefined) return subscribed;
  const one = subscribed.filter((webhook) => webhook.webhookId === webhookId);
  if (one.length === 0) throw notFound('webhookId');
  return one;
}
