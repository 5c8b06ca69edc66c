/** The form that signs a user in. The server leads back to #wrong after a wrong password. */
export function SignIn() {
  return (
    <main className="narrow">
      <title>Sign in</title>
      <h1>Sign in</h1>
      {location.hash === '#wrong' && <p role="alert">No user has this name and this password.</p>}
      <form method="post" action="/sign-in">
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
