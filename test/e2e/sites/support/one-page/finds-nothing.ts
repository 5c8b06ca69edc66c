import { expect } from 'chai';

it('finds nothing of that', async () => {
  document.body.innerHTML = '<button style="position:fixed;inset:0">All of the page</button>';
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect([localStorage.length, sessionStorage.length, document.cookie, window.name]).to.deep.equal([
    0,
    0,
    '',
    '',
  ]);
  expect(await indexedDB.databases()).to.deep.equal([]);
  const features = ['prefers-color-scheme: dark', 'prefers-reduced-motion: reduce', 'forced-colors: active'];
  expect(features.filter((feature) => matchMedia(`(${feature})`).matches)).to.deep.equal([]);
  expect(document.querySelectorAll('button:hover')).to.have.length(0);
});
