// Who is signed in: a cookie that this server has signed. Put the users of your database in the place of SITE_USERS.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The name of the cookie. */
export const SESSION = 'session';
const SECONDS = 7 * 24 * 60 * 60;
const { SITE_USERS = '', SESSION_SECRET = '', SITE_URL = '' } = process.env;
const users = new Map(SITE_USERS.split(' ').map((user) => user.split(':')));

/** The user who has this name and this password; undefined if there is none. */
export function findUser(name, password) {
  const expected = users.get(name);
  const isRight = isSame(String(password), expected ?? '');
  return expected && isRight ? name : undefined;
}

/** The user who sends a request with this Cookie header; undefined for everybody else. */
export function userOf(header) {
  const [, said, signature] = /(?:^|; )session=([\w-]+\.\d+)\.([\w-]+)(?:;|$)/.exec(header ?? '') ?? [];
  if (!said || !isSame(signature, sign(said))) return undefined;
  const [name, end] = said.split('.');
  return Number(end) > Date.now() / 1000 ? Buffer.from(name, 'base64url').toString() : undefined;
}

/** The cookie that signs a user in: its value, and how browsers keep it. */
export function sessionOf(user) {
  const name = Buffer.from(user).toString('base64url'); // of letters that no framework writes in another way
  const said = `${name}.${Math.floor(Date.now() / 1000) + SECONDS}`;
  const secure = SITE_URL.startsWith('https:');
  return {
    value: `${said}.${sign(said)}`,
    maxAge: SECONDS,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
  };
}

function sign(text) {
  if (SESSION_SECRET.length < 32) throw new Error('SESSION_SECRET of .env has fewer than 32 characters.');
  return createHmac('sha256', SESSION_SECRET).update(text).digest('base64url');
}

// Hashes, and in constant time: how long it takes says nothing about a password.
const hash = (text) => createHash('sha256').update(text).digest();
const isSame = (one, other) => timingSafeEqual(hash(one), hash(other));
