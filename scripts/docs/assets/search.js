// Finds sections by their words. The index is fetched when a reader turns to the search.
import { excerptOf, prepare, search } from './rank.js';

const box = document.querySelector('search');
const input = box.querySelector('input');
const list = box.querySelector('ol');
const count = box.querySelector('[role=status]');
const base = new URL(box.dataset.index, location.href);
const MOST = 12;
let index;

async function load() {
  index ??= fetch(base)
    .then((answer) => answer.json())
    .then((sections) => sections.map(prepare));
  try {
    return await index;
  } catch {
    index = undefined;
    return [];
  }
}

function itemOf({ address, page, title, text }, asked) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = new URL(address, base).href;
  const name = document.createElement('strong');
  name.textContent = title === page ? page : `${page}: ${title}`;
  const words = document.createElement('span');
  words.textContent = excerptOf(text, asked);
  link.append(name, words);
  item.append(link);
  return item;
}

async function find() {
  const asked = input.value;
  const isEmpty = asked.trim() === '';
  const sections = isEmpty ? [] : await load();
  // The reader has typed on by now.
  if (asked !== input.value) return;
  const found = search(sections, asked);
  list.replaceChildren(...found.slice(0, MOST).map((section) => itemOf(section, asked)));
  count.textContent = isEmpty ? '' : found.length === 1 ? '1 section' : `${found.length} sections`;
}

/** Arrows go through the results, as through a list. */
function move(event) {
  const places = [input, ...list.querySelectorAll('a')];
  const at = places.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    input.value = '';
    void find();
    input.focus();
  } else if (event.key === 'Enter' && at === 0) {
    places[1]?.click();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    places[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  }
}

box.hidden = false;
input.addEventListener('focus', load);
input.addEventListener('input', find);
box.addEventListener('keydown', move);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea, [contenteditable]')) return;
  event.preventDefault();
  input.focus();
});
