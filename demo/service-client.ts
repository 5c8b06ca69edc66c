/** The service's REST API as the demo's own server asks it, key in hand. Browsers never get this far. */
export class ServiceClient {
  readonly #baseUrl: string;
  readonly #authorization: string;

  constructor(baseUrl: string, apiKey: string) {
    this.#baseUrl = baseUrl;
    this.#authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  }

  /** Asks for JSON; anything but a success is thrown. */
  async get<Answer>(path: string): Promise<Answer> {
    return this.#send<Answer>('GET', path, undefined);
  }

  /** Posts JSON or a form. */
  async post<Answer>(path: string, body: FormData | object): Promise<Answer> {
    return this.#send<Answer>('POST', path, body);
  }

  /** Changes a resource. */
  async patch<Answer>(path: string, body: object): Promise<Answer> {
    return this.#send<Answer>('PATCH', path, body);
  }

  async #send<Answer>(method: string, path: string, body: FormData | object | undefined): Promise<Answer> {
    const headers: Record<string, string> = { authorization: this.#authorization };
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers,
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${String(response.status)}`);
    return (await response.json()) as Answer;
  }
}
