/** A refusal, as the service words it. */
export function problem(status: number, slug = 'refused', headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({
    type: `https://docs.example/reference/${slug}`,
    title: 'It was refused.',
    status,
  });
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } });
}
