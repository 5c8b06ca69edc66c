// npm run serve: the site with a real video service.
import { stop } from './explain.js';
import { startSite } from './site.js';

const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, PORT: port = '3000', HOST: host } = process.env;
if (!baseUrl || !apiKey) {
  console.error('Set VH_BASE_URL and VH_API_KEY: the address of the video service, and your key.');
  process.exit(1);
}

const sessions = new Map(); // replace this with your session store: session id → user id

/** The id of the visitor who sends a request. */
const visitorOf = ({ headers }) => sessions.get(cookie.exec(headers.get('cookie') ?? '')?.[1]);
const cookie = /(?:^|; )session=([\w-]+)(?:;|$)/;

const site = await startSite({
  baseUrl,
  apiKey,
  port: Number(port),
  ...(host && { host }),
  authorize: (request) => visitorOf(request) !== undefined, // who may upload, and watch private videos
  subject: visitorOf,
}).catch((error) => stop(error, port));
console.log(`The site: ${site.url}`);
