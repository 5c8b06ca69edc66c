// The list of documents behind a button on a phone, light or dark, and a button that copies each example.
const root = document.documentElement;
const button = (text) =>
  Object.assign(document.createElement('button'), { type: 'button', textContent: text });

const tools = document.createElement('div');
tools.className = 'tools';
document.querySelector('.brand').after(tools);
tools.append(menuButton(), themeButton());
for (const example of document.querySelectorAll('main pre')) addCopyButton(example);

function menuButton() {
  const menu = button('Menu');
  menu.className = 'menu';
  menu.setAttribute('aria-controls', 'documents');
  const show = (isOpen) => {
    root.dataset.menu = isOpen ? 'open' : 'closed';
    menu.ariaExpanded = String(isOpen);
  };
  show(false);
  menu.addEventListener('click', () => {
    show(root.dataset.menu === 'closed');
    if (root.dataset.menu === 'open') document.querySelector('#documents a').focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || root.dataset.menu === 'closed' || event.target.closest('search')) return;
    show(false);
    menu.focus();
  });
  return menu;
}

function themeButton() {
  const KEY = 'vh-docs-theme';
  const themes = ['auto', 'light', 'dark'];
  const theme = button('');
  const show = (name) => {
    root.dataset.theme = name;
    theme.textContent = `Theme: ${name}`;
  };
  show(themes.find((name) => name === stored(KEY)) ?? 'auto');
  theme.addEventListener('click', () => {
    show(themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length]);
    keep(KEY, root.dataset.theme);
  });
  return theme;
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // Denied: the system's own theme.
    return null;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Denied: it holds for this page.
  }
}

function addCopyButton(example) {
  // Where the page is not encrypted, there is no clipboard.
  if (!navigator.clipboard) return;
  const box = document.createElement('div');
  box.className = 'code';
  const copy = button('Copy');
  const said = Object.assign(document.createElement('span'), { className: 'said' });
  said.setAttribute('role', 'status');
  copy.addEventListener('click', async () => {
    const isDone = await navigator.clipboard.writeText(example.textContent).then(
      () => true,
      () => false,
    );
    copy.textContent = said.textContent = isDone ? 'Copied' : 'Not copied';
    copy.addEventListener('blur', () => (copy.textContent = 'Copy'), { once: true });
  });
  example.before(box);
  box.append(example, copy, said);
}
