import { currentUser } from '../../current-user.js';
import { videosOf } from '../../../lib/videos.js';

export async function GET() {
  const user = await currentUser();
  return user ? Response.json(videosOf(user)) : new Response(null, { status: 401 });
}
