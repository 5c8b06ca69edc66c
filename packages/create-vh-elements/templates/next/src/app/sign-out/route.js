import { cookies } from 'next/headers';
import { SESSION } from '../../../lib/session.js';

export async function POST() {
  (await cookies()).delete(SESSION);
  return new Response(null, { status: 303, headers: { location: '/sign-in' } });
}
