import { readPage, sendPage } from '../../http/values/paging.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { Delivery } from '../../store/account/deliveries.ts';

/** The log of what webhooks were sent, the newest first. */
export const registerDeliveriesRoutes: RegisterRoutes = ({ controls, deliveries }) => {
  controls.on('GET', '/deliveries', (exchange) => {
    const page = readPage(exchange);
    const { deliveries: found, total } = deliveries.list(page);
    sendPage(exchange, page, found.map(deliveryBody), total);
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
