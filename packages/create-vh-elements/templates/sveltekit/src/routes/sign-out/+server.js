import { redirect } from '@sveltejs/kit';
import { SESSION } from '../../../lib/session.js';

export function POST({ cookies }) {
  cookies.delete(SESSION, { path: '/' });
  redirect(303, '/sign-in');
}
