import { Attributes } from '../../http/values/attributes.ts';
import { param } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { warn } from '../../http/warn.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { Webhook } from '../../store/account/webhooks.ts';
import {
  CREATE_WEBHOOK,
  DELETE_WEBHOOK,
  GET_WEBHOOK,
  LIST_WEBHOOKS,
  type WEBHOOK,
} from './account-operations.ts';

const NOT_CALLED =
  'The host of this webhook is not on this machine and will not be called: allow it with --allow-host.';
/** How many webhooks there may be. */
export const MAX_WEBHOOKS = 100;

/** Webhooks: create, read, list, delete. What they are sent is the deliverer's work. */
export const registerWebhooksRoutes: RegisterRoutes = ({ router, webhooks, isCalled, log }) => {
  router.serve(CREATE_WEBHOOK, async (exchange) => {
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

  router.serve(LIST_WEBHOOKS, (exchange) => {
    const { page, events } = readQuery(exchange.query, LIST_WEBHOOKS.query);
    const { webhooks: found, total } = webhooks.list(events, page);
    sendPage(exchange, page, found.map(toBody), total);
  });

  router.serve(GET_WEBHOOK, (exchange) => {
    sendJson(exchange, 200, toBody(findWebhook({ webhooks }, param(exchange, 'webhookId'))));
  });

  router.serve(DELETE_WEBHOOK, (exchange) => {
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
  const { events, url } = attributes.read(CREATE_WEBHOOK.body);
  if (url !== '' && !URL.canParse(url))
    attributes.refuse('url', `"url" must be ${CREATE_WEBHOOK.body.url.wanted}.`);
  attributes.finish();
  return { url, events: [...new Set(events)] };
}

function toBody({ webhookId, createdAt, events, url, signatureSecret }: Webhook): ValueOf<typeof WEBHOOK> {
  return { webhookId, createdAt: timestamp(createdAt), events: [...events], url, signatureSecret };
}
