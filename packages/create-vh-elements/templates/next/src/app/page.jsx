import { redirect } from 'next/navigation';
import { currentUser } from '../current-user.js';
import { MyVideos } from '../my-videos.jsx';

export default async function Page() {
  if (!(await currentUser())) redirect('/sign-in');
  return <MyVideos />;
}
