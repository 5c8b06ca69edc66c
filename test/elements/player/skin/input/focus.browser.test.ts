import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> keeps the focus', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const start = async (attributes: string) => {
    player = await PlayerHarness.create(`muted ${attributes}`);
    await until(() => player.bigButton !== null);
    player.bigButton?.focus();
    player.bigButton?.click();
  };
  const shown = () => [player.focusedItem, document.activeElement?.localName];

  it('when a start fails', async () => {
    await start(`src="${FILMS.gone}"`);
    await until(() => player.message !== undefined);
    await until(() => player.focusedItem === words('player.retry'), shown);
  });

  it('while another try is on its way, and when that fails', async () => {
    await start(`src="${FILMS.gone}"`);
    await until(() => player.focusedItem === words('player.retry'), shown);
    player.control(words('player.retry')).click();
    await until(() => player.focusedItem === words('player.buffering'), shown);
    await until(() => player.focusedItem === words('player.retry'), shown);
  });

  it('while there is nothing to play yet', async () => {
    await start('src="/media/hls/broken/empty.m3u8"');
    await until(() => player.facadeText.includes(words('player.processing')));
    await until(() => player.focusedItem === words('player.processing'), shown);
    player.element.src = FILMS.mp4;
    await player.element.play();
    await until(() => player.focused === words('player.pause'), shown);
  });

  it('when there is no more room for the control that has it', async () => {
    await start(`src="${FILMS.mp4}" loop`);
    await until(() => player.has(words('player.skipBack', { time: '10 seconds' })));
    player.control(words('player.skipBack', { time: '10 seconds' })).focus();
    expect(player.focused).to.equal(words('player.skipBack', { time: '10 seconds' }));
    if (player.element.parentElement) player.element.parentElement.style.width = '360px';
    await until(() => player.focused === words('player.pause'), shown);
  });

  // Firefox gives the focus to each video, also to one without controls: an invisible stop, before the button.
  it('on what a viewer can press, and never on the picture', async () => {
    player = await PlayerHarness.create(`muted loop src="${FILMS.mp4}" load="intent"`);
    await until(() => player.bigButton !== null);
    const { element } = player;
    element.media.focus();
    expect(document.activeElement).to.not.equal(element);
    element.focus();
    expect(player.focused).to.equal(words('player.play'));
    player.bigButton?.click();
    await until(() => player.focused === words('player.pause'), shown);
    element.media.focus();
    expect(player.focused).to.equal(words('player.pause'));
    element.controls = true;
    await until(() => !player.hasControls);
    expect(element.media.inert).to.equal(false);
  });

  it('leaves it in a text field', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    try {
      await start(`src="${FILMS.gone}"`);
      field.focus();
      await until(() => player.message !== undefined);
      await player.element.updateComplete;
      expect(document.activeElement).to.equal(field);
    } finally {
      field.remove();
    }
  });
});
