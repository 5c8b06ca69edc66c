import { build } from '../../build.ts';
import { ask, service } from '../parts/api.ts';
import { List } from '../parts/list.ts';
import { button, field, form, input, secret } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

interface UploadToken {
  token: string;
  ttl: number;
  createdAt: string;
  expiresAt?: string;
  videoId?: string | null;
}

/** Upload tokens. */
export const tokensView: View = ({ main, life }) => {
  const list: List<UploadToken> = new List(
    {
      label: 'Upload tokens',
      path: service('/upload-tokens'),
      blank: 'No upload token is there.',
      item: (token) => ({
        key: token.token,
        look: token.token,
        make: () => tokenItem(token, () => list.refresh()),
      }),
    },
    life,
  );
  const ttl = input('number', { value: '3600', min: '0', required: true });
  const videoId = input('text', { placeholder: 'any video' });
  const create = async () => {
    const bound = videoId.value.trim();
    await ask('POST', service('/upload-tokens'), {
      ttl: Number(ttl.value),
      ...(bound === '' ? {} : { videoId: bound }),
    });
    await list.refresh();
  };
  main.append(
    form('Create', create, field('Seconds until it ends, 0 for never', ttl), field('Video id', videoId)),
    list.element,
  );
  return { refresh: () => list.refresh() };
};

function tokenItem(
  { token, expiresAt, createdAt, videoId }: UploadToken,
  refresh: () => Promise<void>,
): HTMLElement {
  const facts = [
    `made ${new Date(createdAt).toLocaleString()}`,
    expiresAt === undefined ? 'never ends' : `ends ${new Date(expiresAt).toLocaleString()}`,
    videoId ? `for ${videoId}` : 'for any video',
  ];
  const remove = button(
    'Delete',
    async () => {
      await ask('DELETE', service(`/upload-tokens/${token}`));
      await refresh();
    },
    'danger',
  );
  return build(
    'li',
    '',
    build('p', 'quiet', facts.join(' · ')),
    build('div', 'row', secret('token', token), remove),
  );
}
