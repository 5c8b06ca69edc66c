import { build, type Item } from '../../build.ts';
import { formatBytes, formatMilliseconds } from '../../format.ts';
import { ask } from '../parts/api.ts';
import { curlOf } from '../parts/curl.ts';
import type { LoggedRequest, Message } from '../parts/logged-request.ts';
import { List } from '../parts/list.ts';
import { button, copy, json } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

const LEFT = {
  type: 'The body is not JSON, and is not kept.',
  length: 'The body is too long to be kept.',
  syntax: 'The body says that it is JSON, and is not. It is not kept.',
};

/** All requests that the service has got, with what was sent and answered. */
export const requestsView: View = ({ main, life }) => {
  const detail = build('div', 'detail');
  const open = async (requestId: number) => {
    detail.replaceChildren(...detailOf(await ask('GET', `_sandbox/console/requests/${String(requestId)}`)));
    detail.querySelector('h3')?.focus();
  };
  const list = new List<LoggedRequest>(
    {
      label: 'Requests',
      path: '_sandbox/console/requests',
      searches: 'Filter by method, path or status',
      blank: 'No request has come yet.',
      item: (request) => requestItem(request, open),
    },
    life,
  );
  const clear = button('Clear', async () => {
    await ask('DELETE', '_sandbox/v1/requests');
    detail.replaceChildren();
    await list.refresh();
  });
  main.append(build('p', 'quiet', 'Secrets are masked. The last 1,000 are kept, in memory.'), clear);
  main.append(build('div', 'split', list.element, detail));
  return { refresh: () => list.refresh() };
};

function requestItem(request: LoggedRequest, open: (requestId: number) => Promise<void>): Item {
  const { requestId, method, target, status, state, milliseconds, faults } = request;
  return {
    key: String(requestId),
    look: JSON.stringify([status, state, state === 'open' ? '' : milliseconds]),
    make: () => {
      const name = button('', () => open(requestId), 'plain');
      name.append(build('b', '', method), ` ${target}`);
      const facts = [
        state === 'open' ? 'open' : String(status ?? state),
        ...(state === 'open' ? [] : [formatMilliseconds(milliseconds)]),
        ...faults.map((fault) => `fault: ${fault}`),
      ];
      const isBad = state === 'broken' || (status ?? 0) >= 400;
      return build('li', '', name, build('p', isBad ? 'quiet bad' : 'quiet', facts.join(' · ')));
    },
  };
}

type Details = LoggedRequest & { request: Message; response: Message };

function detailOf(details: Details): HTMLElement[] {
  const { method, target, status, at, bytesIn, bytesOut, request, response } = details;
  const title = build('h3', '', `${method} ${target}`);
  title.tabIndex = -1;
  const facts = `${new Date(at).toLocaleString()} · ${formatBytes(bytesIn)} in, ${formatBytes(bytesOut)} out`;
  return [
    title,
    build('p', 'quiet', facts),
    copy('Copy as curl', curlOf(details, location.origin)),
    ...messageOf('Request', request),
    ...messageOf(`Response ${String(status ?? '')}`, response),
  ];
}

function messageOf(title: string, { headers, body, left }: Message): HTMLElement[] {
  const list = document.createElement('dl');
  for (const [name, value] of headers) list.append(build('dt', '', name), build('dd', '', value));
  const content =
    body === null
      ? build('p', 'quiet', left === null ? 'No body.' : LEFT[left])
      : json(JSON.parse(body), `Body of the ${title}`);
  return [build('h4', '', title), list, content];
}
