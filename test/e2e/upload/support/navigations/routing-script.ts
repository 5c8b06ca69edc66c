/** Runs in a page: its links and its history change views in the same document, as a router does. `/upload` is of another group. */
export function routeViews(): void {
  const main = document.querySelector('main');
  const form = document.querySelector('form');
  if (!main || !form) return;
  const show = () => {
    main.querySelector('form')?.remove();
    document.title = location.pathname;
    if (!['/films', '/upload'].includes(location.pathname)) return;
    const fresh = form.cloneNode(true) as HTMLFormElement;
    if (location.pathname === '/upload')
      fresh.querySelector('vh-uploader')?.setAttribute('upload-group', 'others');
    main.prepend(fresh);
  };
  main.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    show();
  });
  addEventListener('popstate', show);
  document.documentElement.dataset['routed'] = '';
}
