const ask = async ({ url, apiKey }, method, path, body) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'authorization': `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
};

/** Gives a video another title, and leaves its description as it is. */
export const retitle = (service, videoId, title) => ask(service, 'PATCH', `/videos/${videoId}`, { title });

/** Takes a video out of public sight. */
export const withdraw = (service, videoId) => ask(service, 'PATCH', `/videos/${videoId}`, { public: false });
