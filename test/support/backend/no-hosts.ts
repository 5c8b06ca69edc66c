/** What a `Host` header may say that names no host: with a path, a query, a user name, or characters that no name has. */
export const NO_HOSTS: readonly string[] = [
  ...['site.test:65536', 'site.test:99999', 'site.test:', 'site.test:x', 'site.test:-1', 'user@site.test'],
  ...['site.test/vh', 'site.test/vh/grants?', 'site.test/vh/grants#', 'site.test\\vh\\grants?'],
  ...['site.test?', 'site.test#', 'site.test\\', 'a b', 'site.test evil.test', '.site.test', 'site..test'],
  ...['%73ite.test', 'site.test,site.test', '[::1', '[::1]x', '[g]', '[]', '*', '*.test', 'a!b.test', "a'b"],
  ...['', 'b\u00fccher.test'],
];
