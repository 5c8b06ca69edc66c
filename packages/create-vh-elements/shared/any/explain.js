/** Ends a program that cannot start, with one sentence that says what to do. */
export function stop(error, port) {
  console.error(sentenceOf(error, port));
  process.exit(1);
}

function sentenceOf(error, port) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: choose another, such as PORT=${Number(port) + 1}, or end the program that has it.`;
    case 'EACCES':
      return `This account may not use port ${port}, or may not write here. Ports above 1023 are free to use: PORT=3000.`;
    case 'ERR_SOCKET_BAD_PORT':
      return `PORT=${port} is no port: write a number from 0 to 65535.`;
    default:
      return error.message;
  }
}
