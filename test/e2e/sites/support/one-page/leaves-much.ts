import { emulateMedia, sendKeys, sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';

it('leaves what a page can leave behind', async () => {
  localStorage.setItem('left', 'local');
  sessionStorage.setItem('left', 'session');
  document.cookie = 'left=cookie';
  window.name = 'left';
  await new Promise((resolve, reject) => {
    const request = indexedDB.open('left', 1);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' });
  await sendMouse({ type: 'move', position: [50, 50] });
  await sendKeys({ press: 'Tab' });
  expect(matchMedia('(prefers-color-scheme: dark)').matches).to.equal(true);
});
