import { readPage, sendPage } from '../../http/values/paging.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { Delivery } from '../../store/account/deliveries.ts';
import { headersOf } from '../../webhooks/send.ts';

/** The log of what webhooks were sent, the newest first; one of it, and one of it again. */
export const registerDeliveriesRoutes: RegisterRoutes = ({ controls, deliveries, deliverer, webhooks }) => {
  controls.on('GET', '/deliveries', (exchange) => {
    const page = readPage(exchange);
    const { deliveries: found, total } = deliveries.list(page);
    sendPage(exchange, page, found.map(deliveryBody), total);
  });

  const find = (exchange: Exchange) => {
    const deliveryId = param(exchange, 'deliveryId');
    const delivery = /^\d{1,15}$/.test(deliveryId) ? deliveries.get(Number(deliveryId)) : undefined;
    if (!delivery) throw notFound('deliveryId');
    return { delivery, webhook: webhooks.get(delivery.webhookId) };
  };

  controls.onState('GET', '/deliveries/:deliveryId', (exchange) => {
    const { delivery, webhook } = find(exchange);
    const headers = webhook ? headersOf(webhook, delivery.body) : null;
    sendJson(exchange, 200, { ...deliveryBody(delivery), headers });
  });

  controls.onState('POST', '/deliveries/:deliveryId/resend', (exchange) => {
    const { delivery, webhook } = find(exchange);
    if (!webhook) throw notFound('webhookId');
    sendJson(exchange, 201, deliveryBody(deliverer.send(webhook, delivery.type, delivery.body)));
  });
};

/** A delivery as the log shows it: its address without what may be secret in it. */
export function deliveryBody(delivery: Delivery): Record<string, unknown> {
  const { origin, pathname } = new URL(delivery.url);
  const { deliveryId, webhookId, type, state, attempts, status, reason, dueAt } = delivery;
  return {
    deliveryId,
    webhookId,
    url: origin + pathname,
    type,
    state,
    attempts,
    status,
    reason,
    body: JSON.parse(delivery.body) as unknown,
    nextAttemptAt: state === 'pending' ? timestamp(dueAt) : null,
    createdAt: timestamp(delivery.createdAt),
    updatedAt: timestamp(delivery.updatedAt),
  };
}
