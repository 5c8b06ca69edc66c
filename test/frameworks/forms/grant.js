/** What the page's address says; a server that renders has none. */
const given = () => new URLSearchParams(location.search);

/** What the site's own server would answer. */
export const grant = () => ({
  protocol: 'parts',
  url: `${given().get('service')}/upload`,
  token: given().get('token'),
});

/** Shows what the form would send. */
export function show(event) {
  event.preventDefault();
  document.querySelector('#sent').textContent = new FormData(event.target).get('video');
}
