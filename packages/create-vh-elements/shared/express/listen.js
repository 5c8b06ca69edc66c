import { stop } from './explain.js';

/** Has a server listen where HOST and PORT say; ends the process with a sentence where it cannot. */
export function listen(server) {
  const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
  server
    .on('error', (error) => stop(error, PORT))
    .listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${server.address().port}`));
}
