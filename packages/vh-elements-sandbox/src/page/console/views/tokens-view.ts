import { build, keep } from '../../build.ts';
import { ask, service, type Listed } from '../parts/api.ts';
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
  const list = build('ul', 'list');
  const blank = build('p', 'blank', 'No upload token is there.');
  const ttl = input('number', { value: '3600', min: '0', required: true });
  const videoId = input('text', { placeholder: 'any video' });
  const refresh = async () => {
    const { data } = await ask<Listed<UploadToken>>(
      'GET',
      service('/upload-tokens?pageSize=100'),
      undefined,
      life,
    );
    keep(
      list,
      data.map((token) => ({
        key: token.token,
        look: token.token,
        make: () => tokenItem(token, refresh),
      })),
    );
    blank.hidden = data.length > 0;
  };
  const create = async () => {
    const bound = videoId.value.trim();
    await ask('POST', service('/upload-tokens'), {
      ttl: Number(ttl.value),
      ...(bound === '' ? {} : { videoId: bound }),
    });
    await refresh();
  };
  main.append(
    form('Create', create, field('Seconds until it ends, 0 for never', ttl), field('Video id', videoId)),
    list,
    blank,
  );
  return { refresh };
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
