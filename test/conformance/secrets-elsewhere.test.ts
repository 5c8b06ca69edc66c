import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { LANGUAGES, type Language } from './support/run-code.ts';

type ByLanguage = Readonly<Record<Language['name'], string>>;
const both = (PHP: string, Python: string): ByLanguage => ({ PHP, Python });

/** Values that are no secret: with such a one, everybody could sign. */
const BAD: Readonly<Record<string, ByLanguage>> = {
  'an empty text': both(`''`, `''`),
  'no secret at all': both('[]', '()'),
  'an empty one': both(`['']`, `('',)`),
  'an empty one beside another': both(`['a-secret', '']`, `('a-secret', '')`),
  'nothing in the list': both('[null]', '(None,)'),
  'false in the list': both('[false]', '(False,)'),
  'a number in the list': both('[0]', '(0,)'),
  'a list in the list': both('[[]]', '((),)'),
};
const BAD_TYPES: Readonly<Record<string, ByLanguage>> = {
  'false': both('false', 'False'),
  'a number': both('7', '7'),
  'an object': both('new stdClass()', 'object()'),
  'bytes': both('[1.5]', `b'a-secret'`),
};
const GOOD: Readonly<Record<string, ByLanguage>> = {
  'a text': both(`'a-secret'`, `'a-secret'`),
  'a list': both(`['a-secret']`, `['a-secret']`),
  'two, of which one is old': both(`['new', 'a-secret']`, `('new', 'a-secret')`),
};

const construct = (secrets: ByLanguage): ByLanguage =>
  both(
    `try {
      $backend = new VhBackend('https://service.test', 'a-key', embed: ['assets' => '/a/'], claimSecrets: ${secrets.PHP});
      echo $backend->embedUrl('vi1');
    } catch (Throwable $error) { echo 'refused: ', get_class($error), ' ', $error->getMessage(); }`,
    [
      'try:',
      `  backend = VhBackend('https://service.test', 'a-key', embed={'assets': '/a/'}, claim_secrets=${secrets.Python})`,
      `  print(backend.embed_url('vi1'))`,
      'except Exception as error:',
      `  print('refused:', type(error).__name__, error)`,
    ].join('\n'),
  );

const BODY = '{"type":"of.tomorrow","emittedAt":"2026-01-01T00:00:00Z"}';
const signed = (secret: string) => createHmac('sha256', secret).update(BODY).digest('hex');
const verify = (signature: string, secret: ByLanguage): ByLanguage =>
  both(
    `try {
      $event = vh_verify_webhook('${BODY}', '${signature}', ${secret.PHP});
      echo $event === null ? 'no' : 'yes';
    } catch (Throwable $error) { echo 'refused: ', get_class($error); }`,
    [
      'try:',
      `  event = verify_webhook(b'${BODY}', '${signature}', ${secret.Python})`,
      `  print('no' if event is None else 'yes')`,
      'except Exception as error:',
      `  print('refused:', type(error).__name__)`,
    ].join('\n'),
  );

/** Asks a backend at /vh for addresses, and prints its log. */
const logOf = (addresses: readonly string[], options: ByLanguage): ByLanguage =>
  both(
    `ini_set('error_log', $log = tempnam(sys_get_temp_dir(), 'vh'));
    $backend = new VhBackend('http://127.0.0.1:9', 'a-key', state: sys_get_temp_dir() . '/vh-log-' . getmypid(), ${options.PHP});
    foreach (${JSON.stringify(addresses)} as $at) $backend->handle(str_ends_with($at, 'grants') ? 'POST' : 'GET', $at, ['host' => 'site.test']);
    echo preg_replace('/^\\[.*?\\] /m', '', file_get_contents($log)); unlink($log);`,
    [
      'import contextlib',
      `backend = VhBackend('http://127.0.0.1:9', 'a-key', ${options.Python})`,
      'with contextlib.redirect_stderr(sys.stdout):',
      `  for at in ${JSON.stringify(addresses)}:`,
      `    backend.handle('POST' if at.endswith('grants') else 'GET', at, [('Host', 'site.test')])`,
    ].join('\n'),
  );

for (const language of LANGUAGES) {
  describe(`the log of the page backend in ${language.name}`, () => {
    const name = language.name === 'PHP' ? 'basePath' : 'base_path';
    const log = (addresses: readonly string[], options = both('onError: null', 'on_error=None')) =>
      language.run(logOf(addresses, options)[language.name]);

    it('says that a page asks below another base path, once', async () => {
      assert.equal(
        await log(['/video/grants', '/video/grants', '/video/playback/videos/vi1']),
        `vh-elements: A page asks for /video/grants, and ${name} is "/vh": set ${name} to "/video", or backend in the page to "/vh".`,
      );
    });

    it('has no line for whatever strangers invent, and none where the site has a log of its own', async () => {
      const inventions = [
        '/vh/grants/x',
        '/wp-login.php',
        '/%0agrants',
        '/vh/playback/videos/%2e',
        '/vh/nothing',
      ];
      assert.equal(await log(inventions), '');
      const own = both('onError: fn ($error) => print("called")', 'on_error=lambda error: print("called")');
      assert.equal(await log(['/video/grants'], own), '');
    });
  });

  describe(`secrets of the page backend in ${language.name}`, () => {
    const run = (code: ByLanguage) => language.run(code[language.name]);
    const refusal = language.name === 'PHP' ? /^refused: VhServiceError/ : /^refused: ServiceError/;

    for (const [name, secrets] of Object.entries({ ...BAD, ...BAD_TYPES }))
      it(`refuses claim secrets at the start: ${name}`, async () => {
        const said = await run(construct(secrets));
        // PHP itself refuses a value of another type.
        const isOfType = language.name === 'PHP' && name in BAD_TYPES;
        assert.match(said, isOfType ? /^refused: (?:VhServiceError|TypeError)/ : refusal);
        assert.doesNotMatch(said, /a-secret/, 'it quotes no secret');
      });

    for (const [name, secrets] of Object.entries(GOOD))
      it(`takes claim secrets: ${name}`, async () =>
        assert.match(await run(construct(secrets)), /^\/vh\/embed\//));

    it('takes a text as one secret, and not as many of one letter', async () => {
      const said = await run(
        both(
          `$url = fn (mixed $secrets): string => (new VhBackend('https://service.test', 'a-key', embed: ['assets' => '/a/'],
            claimSecrets: $secrets))->embedUrl('vi1');
          $at = fn (string $url): string => explode('&', explode('expires=', $url)[1])[0];
          do { $urls = [$url('abc'), $url(['abc']), $url(['a'])]; } while ($at($urls[0]) !== $at($urls[2]));
          echo $urls[0] === $urls[1] ? 'one' : 'another', ' ', $urls[0] === $urls[2] ? 'its letter' : 'whole';`,
          [
            'def url(secrets):',
            `  made = VhBackend('https://service.test', 'a-key', embed={'assets': '/a/'}, claim_secrets=secrets)`,
            `  return made.embed_url('vi1')`,
            `at = lambda url: url.split('expires=')[1].split('&')[0]`,
            'while True:',
            `  urls = [url('abc'), url(('abc',)), url(('a',))]`,
            '  if at(urls[0]) == at(urls[2]):',
            '    break',
            `print('one' if urls[0] == urls[1] else 'another', 'its letter' if urls[0] == urls[2] else 'whole')`,
          ].join('\n'),
        ),
      );
      assert.equal(said, 'one whole');
    });

    it('refuses a secret that became empty later, at each use', async () => {
      const said = await run(
        both(
          `$sealer = new VhSealer(static fn (): array => ['']);
          foreach ([fn () => $sealer->sign('a'), fn () => $sealer->hasSigned('a', 'b'), fn () => $sealer->seal('vi1', 'me'),
            fn () => $sealer->encrypt('a'), fn () => $sealer->proves('9999999999.' . str_repeat('a', 43), 'vi1', 'me')] as $use) {
            try { $use(); echo 'accepted '; } catch (VhServiceError) { echo 'refused '; }
          }`,
          [
            `backend = VhBackend('https://service.test', 'a-key', claim_secrets=('a-secret',))`,
            `backend._secrets._given = ('',)`,
            `claim = '9999999999.' + 'a' * 43`,
            `uses = [lambda: backend._keys('a'), lambda: backend._seal('vi1', 'me'), lambda: backend._encrypt('a'), lambda: backend._proves(claim, 'vi1', 'me')]`,
            'for use in uses:',
            '  try:',
            `    use(); print('accepted')`,
            '  except vh_backend.ServiceError:',
            `    print('refused')`,
          ].join('\n'),
        ),
      );
      assert.doesNotMatch(said, /accepted/);
    });

    for (const [name, secret] of Object.entries({ ...BAD, ...BAD_TYPES, none: both('null', 'None') }))
      it(`refuses a webhook's secret: ${name}`, async () =>
        assert.match(await run(verify(signed(''), secret)), /^refused/));

    for (const [name, secret] of Object.entries(GOOD))
      it(`takes a webhook's secret: ${name}`, async () => {
        assert.equal(await run(verify(signed('a-secret'), secret)), 'yes');
        assert.equal(await run(verify(signed('a-secret').toUpperCase(), secret)), 'yes');
        assert.equal(await run(verify(signed('other'), secret)), 'no');
        assert.equal(await run(verify('', secret)), 'no');
      });
  });
}
