import { createRoot } from 'react-dom/client';
import { MyVideos } from './my-videos.jsx';
import { SignIn } from './sign-in.jsx';

const isSignIn = location.pathname === '/sign-in';
createRoot(document.querySelector('#root')).render(isSignIn ? <SignIn /> : <MyVideos />);
