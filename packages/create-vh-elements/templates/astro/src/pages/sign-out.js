import { SESSION } from '../../lib/session.js';

export function POST({ cookies, redirect }) {
  cookies.delete(SESSION, { path: '/' });
  return redirect('/sign-in', 303);
}
