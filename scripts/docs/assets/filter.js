// A page of the reference shows what a reader types, and nothing else: rows of tables, and names with what is said of them.
const main = document.querySelector('main');
const title = main.querySelector('h1');

const box = document.createElement('p');
box.className = 'filter';
const label = document.createElement('label');
const input = Object.assign(document.createElement('input'), { type: 'search', autocomplete: 'off' });
label.append('Filter ', input);
const count = document.createElement('span');
count.setAttribute('role', 'status');
box.append(label, count);
title.after(box);

/** Each heading with what is below it. */
const sections = [];
for (const part of main.children) {
  if (part.matches('h2')) sections.push({ heading: part, parts: [] });
  else sections.at(-1)?.parts.push(part);
}

const has = (part, asked) => part.textContent.toLowerCase().includes(asked);

/** Shows what of a section has the text; returns how many names that are. */
function show({ heading, parts }, asked) {
  const isWhole = has(heading, asked);
  let found = isWhole ? 1 : 0;
  for (const part of parts) {
    const rows = [...part.querySelectorAll('tbody tr')];
    const shown = rows.filter((row) => isWhole || has(row, asked));
    for (const row of rows) row.hidden = !shown.includes(row);
    part.hidden = rows.length > 0 ? shown.length === 0 : !(isWhole || has(part, asked));
    found += isWhole ? 0 : rows.length > 0 ? shown.length : Number(!part.hidden);
  }
  heading.hidden = found === 0;
  // A name that is found brings its heading and what is said of it along.
  if (found > 0) for (const part of parts) if (!part.querySelector('tr')) part.hidden = false;
  return found;
}

input.addEventListener('input', () => {
  const asked = input.value.trim().toLowerCase();
  const found = sections.reduce((sum, section) => sum + show(section, asked), 0);
  count.textContent = asked === '' ? '' : found === 1 ? '1 entry' : `${found} entries`;
});
