import { build, keep, type Item } from '../../build.ts';
import { ask, service, type Listed } from '../parts/api.ts';
import { List } from '../parts/list.ts';
import {
  button,
  choice,
  confirmed,
  copy,
  field,
  form,
  input,
  json,
  secret,
  section,
} from '../parts/widgets.ts';
import type { Place, View } from '../parts/view.ts';

interface Webhook {
  webhookId: string;
  url: string;
  events: string[];
  signatureSecret: string;
}

interface Delivery {
  deliveryId: number;
  url: string;
  type: string;
  state: string;
  attempts: number;
  status: number | null;
  reason: string | null;
  createdAt: string;
}

type DeliveryDetails = Delivery & { body: unknown; headers: Record<string, string> | null };

/** Webhooks and what they were sent; a delivery can be sent again, and any event without its cause. */
export const webhooksView: View = (place) => {
  const { main, life } = place;
  const detail = build('div', 'detail');
  const deliveries = new List<Delivery>(
    {
      label: 'Deliveries',
      path: '_sandbox/deliveries',
      blank: 'Nothing has been sent yet.',
      item: (delivery) => deliveryItem(delivery, open),
    },
    life,
  );
  const open = async (deliveryId: number) => {
    const path = `_sandbox/v1/deliveries/${String(deliveryId)}`;
    const resend = async () => {
      await ask('POST', `${path}/resend`);
      await deliveries.refresh();
    };
    detail.replaceChildren(...detailOf(await ask<DeliveryDetails>('GET', path), resend));
    detail.querySelector('h4')?.focus();
  };
  const webhooks = build('ul', 'list');
  const event = choice([]);
  const events = choice([]);
  events.multiple = true;
  events.required = true;
  const refresh = async () => {
    fill(event, place);
    fill(events, place);
    const { data } = await ask<Listed<Webhook>>('GET', service('/webhooks?pageSize=100'), undefined, life);
    keep(
      webhooks,
      data.map((webhook) => ({
        key: webhook.webhookId,
        look: webhook.webhookId,
        make: () => webhookItem(webhook, refresh),
      })),
    );
    await deliveries.refresh();
  };
  main.append(
    section('Receivers', webhooks, subscription(events, refresh)),
    section(
      'Trigger an event',
      triggering(event, () => deliveries.refresh()),
    ),
    section('Deliveries', build('div', 'split', deliveries.element, detail)),
  );
  return { refresh };
};

function fill(list: HTMLSelectElement, { about }: Place): void {
  const known = about()?.webhookEvents ?? [];
  if (list.options.length !== known.length)
    list.replaceChildren(...known.map((name) => new Option(name, name)));
}

function subscription(events: HTMLSelectElement, refresh: () => Promise<void>): HTMLElement {
  const url = input('url', { required: true, placeholder: 'http://127.0.0.1:3000/webhook' });
  const subscribe = async () => {
    const wanted = [...events.selectedOptions].map(({ value }) => value);
    await ask('POST', service('/webhooks'), { url: url.value, events: wanted });
    url.value = '';
    await refresh();
  };
  return form('Subscribe', subscribe, field('Address', url), field('Events', events));
}

function triggering(event: HTMLSelectElement, refresh: () => Promise<void>): HTMLElement {
  const about = input('text', { placeholder: 'the newest' });
  const trigger = async () => {
    const id = about.value.trim();
    const subject = id === '' ? {} : { [id.startsWith('li') ? 'liveStreamId' : 'videoId']: id };
    await ask('POST', '_sandbox/v1/trigger', { type: event.value, ...subject });
    await refresh();
  };
  return form('Trigger', trigger, field('Event', event), field('Id of the video or live stream', about));
}

function webhookItem(
  { webhookId, url, events, signatureSecret }: Webhook,
  refresh: () => Promise<void>,
): HTMLElement {
  const remove = button(
    'Delete',
    async () => {
      if (!(await confirmed('Delete this webhook?', 'Delete'))) return;
      await ask('DELETE', service(`/webhooks/${webhookId}`));
      await refresh();
    },
    'danger',
  );
  return build(
    'li',
    '',
    build('p', '', build('code', '', url)),
    build('p', 'quiet', events.join(', ')),
    build('div', 'row', secret('signature secret', signatureSecret), remove),
  );
}

function deliveryItem(delivery: Delivery, open: (deliveryId: number) => Promise<void>): Item {
  const { deliveryId, type, url, state, attempts, status, reason, createdAt } = delivery;
  return {
    key: String(deliveryId),
    look: JSON.stringify([state, attempts, status]),
    make: () => {
      const facts = [
        state,
        ...(status === null ? [] : [String(status)]),
        ...(reason === null ? [] : [reason]),
      ];
      facts.push(
        attempts === 1 ? 'one try' : `${String(attempts)} tries`,
        new Date(createdAt).toLocaleTimeString(),
      );
      return build(
        'li',
        '',
        button(type, () => open(deliveryId), 'plain'),
        build('p', 'quiet', `${url} · ${facts.join(' · ')}`),
      );
    },
  };
}

function detailOf({ type, headers, body }: DeliveryDetails, resend: () => Promise<void>): HTMLElement[] {
  const title = build('h4', '', type);
  title.tabIndex = -1;
  const list = document.createElement('dl');
  for (const [name, value] of Object.entries(headers ?? {}))
    list.append(build('dt', '', name), build('dd', '', value));
  const again =
    headers === null
      ? build('p', 'quiet', 'Its webhook was deleted: it cannot be signed or sent again.')
      : button('Send again', resend, 'main');
  return [
    title,
    build('div', 'row', again, copy('Copy body', JSON.stringify(body))),
    list,
    json(body, 'Body'),
  ];
}
