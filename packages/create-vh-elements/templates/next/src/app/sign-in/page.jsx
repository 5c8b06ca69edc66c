import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { findUser, SESSION, sessionOf } from '../../../lib/session.js';

export const metadata = { title: 'Sign in' };

async function signIn(form) {
  'use server';
  const user = findUser(form.get('name'), form.get('password'));
  if (!user) redirect('/sign-in?wrong');
  const { value, ...options } = sessionOf(user);
  (await cookies()).set(SESSION, value, options);
  redirect('/');
}

export default async function Page({ searchParams }) {
  const isWrong = (await searchParams).wrong !== undefined;
  return (
    <main className="narrow">
      <h1>Sign in</h1>
      {isWrong && <p role="alert">No user has this name and this password.</p>}
      <form action={signIn}>
        <label>
          Name <input name="name" autoComplete="username" autoCapitalize="none" required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button>Sign in</button>
      </form>
    </main>
  );
}
