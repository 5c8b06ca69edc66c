import { Attributes } from '../../http/values/attributes.ts';
import { param } from '../../http/exchange.ts';
import { readPage, sendPage } from '../../http/values/paging.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { warn } from '../../http/warn.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { Webhook } from '../../store/account/webhooks.ts';
import { WEBHOOK_EVENTS } from '../../webhooks/event-body.ts';

const NOT_CALLED =
  'The host of this webhook is not on this machine and will not be called: allow it with --allow-host.';
/** How many webhooks there may be. */
export const MAX_WEBHOOKS = 100;

/** Webhooks: create, read, list, delete. What they are sent is the deliverer's work. */
export const registerWebhooksRoutes: RegisterRoutes = ({ router, webhooks, isCalled, log }) => {
  router.on('POST', '/webhooks', async (exchange) => {
    const wanted = readWebhook(new Attributes(await readJsonBody(exchange.request)));
    if (webhooks.count() >= MAX_WEBHOOKS)
      throw new Problem('webhook-limit-reached', { detail: `There are ${MAX_WEBHOOKS} webhooks already.` });
    const made = webhooks.create(wanted);
    if (!(await isCalled(wanted.url))) {
      warn(exchange.response, NOT_CALLED);
      log(`webhook ${made.webhookId}: ${NOT_CALLED}`);
    }
    sendJson(exchange, 201, toBody(made));
  });

  router.on('GET', '/webhooks', (exchange) => {
    const page = readPage(exchange);
    const { webhooks: found, total } = webhooks.list(exchange.query.get('events') ?? undefined, page);
    sendPage(exchange, page, found.map(toBody), total);
  });

  router.on('GET', '/webhooks/:webhookId', (exchange) => {
    sendJson(exchange, 200, toBody(findWebhook({ webhooks }, param(exchange, 'webhookId'))));
  });

  router.on('DELETE', '/webhooks/:webhookId', (exchange) => {
    webhooks.delete(findWebhook({ webhooks }, param(exchange, 'webhookId')).webhookId);
    sendEmpty(exchange);
  });
};

function findWebhook({ webhooks }: Pick<Services, 'webhooks'>, webhookId: string): Webhook {
  const webhook = webhooks.get(webhookId);
  if (!webhook) throw notFound('webhookId');
  return webhook;
}

/** Reads a webhook that is made. */
export function readWebhook(attributes: Attributes): Pick<Webhook, 'url' | 'events'> {
  const events = [...new Set(attributes.requiredTexts('events'))];
  const unknown = events.find((event) => !WEBHOOK_EVENTS.includes(event));
  if (unknown !== undefined)
    attributes.refuse('events', `"events" must name some of ${WEBHOOK_EVENTS.join(', ')}.`);
  const url = attributes.requiredText('url');
  if (url !== '' && !isHttp(url)) attributes.refuse('url', '"url" must be an http or https address.');
  attributes.finish();
  return { url, events };
}

function isHttp(text: string): boolean {
  return /^https?:\/\//i.test(text) && text.length <= 2048 && URL.canParse(text);
}

function toBody({ webhookId, createdAt, events, url, signatureSecret }: Webhook): Record<string, unknown> {
  return { webhookId, createdAt: timestamp(createdAt), events, url, signatureSecret };
}
