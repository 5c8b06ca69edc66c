<?php

/**
 * Embed pages, signed addresses and oEmbed for the page backend in PHP. Put this file beside vh-backend.php.
 *
 *     $backend = new VhBackend(…, embed: ['assets' => 'https://static.example.org/vh-elements/']);
 *     $backend->embedUrl('vi1', seconds: 600, origin: 'https://example.org');
 *
 * `assets` is the folder `dist/cdn` of the package, as your server or CDN has it; it must allow every origin by CORS. The other
 * members of `embed` are all optional: `frameAncestors` and `allowedOrigins` (origins that may embed the page and drive its
 * player), `consent`, `mediaOrigins`, `provider` (`['name' => …, 'url' => …]`), `pageUrl($kind, $id)` and `subjectOf($url)`,
 * which answers `[$kind, $id]`. docs/embed.md explains them. `$kind` is "video" or "live-stream".
 */

declare(strict_types=1);

const VH_ACCESS = ['token', 'avh', 'signature', 'expires'];
const VH_FOLDERS = ['videos' => 'video', 'live-streams' => 'live-stream'];
const VH_ANCESTOR = "~\\A(?:\\*|'self'|'none'|(?:https?://)?(?:\\*\\.)?[a-z0-9-]+(?:\\.[a-z0-9-]+)*(?::(?:\\d{1,5}|\\*))?)\\z~i";
const VH_OPEN = ['access-control-allow-origin' => '*', 'cross-origin-resource-policy' => 'cross-origin'];
/** The longest address that oEmbed takes. */
const VH_LONGEST_PAGE = 2_048;
const VH_MONTH = 30 * VH_DAY;

/** The embed pages of a backend: each a player on its own page, for other pages to frame. */
final class VhEmbeds
{
    private readonly string $assets;
    /** @var list<string> */
    private readonly array $ancestors;
    /** @var ?list<string> */
    private readonly ?array $drivers;

    /** @param array<string, mixed> $settings */
    public function __construct(
        private readonly array $settings,
        private readonly string $basePath,
        private readonly VhSealer $sealer,
        private readonly Closure $find,
        private readonly Closure $conditional,
        private readonly Closure $routeOf,
        private readonly Closure $refusalOf,
        private readonly Closure $ofSite,
        private readonly Closure $service,
    ) {
        $assets = vh_string($settings['assets'] ?? null) ?: throw self::misuse('embed needs "assets": say where dist/cdn is.');
        $this->assets = rtrim($assets, '/') . '/';
        $given = $settings['frameAncestors'] ?? null;
        $this->ancestors = $given === null ? ['*'] : ["'self'", ...$given];
        foreach ($this->ancestors as $one) {
            // A policy with a mistake in it protects nothing: it is seen at the start.
            if (preg_match(VH_ANCESTOR, $one) !== 1) {
                throw self::misuse("frameAncestors holds origins, or '*', 'self' or 'none' in quotes.");
            }
        }
        $drivers = $settings['allowedOrigins'] ?? null;
        $this->drivers = $drivers === null ? null : array_map(vh_whole_origin(...), array_values($drivers));
    }

    // ── Entry points ─────────────────────────────────────────────────────────────────────────────

    /**
     * The route of a path below the backend's own, in words.
     *
     * @param list<string> $words
     * @return ?list<string>
     */
    public static function route(array $words): ?array
    {
        if ($words === ['oembed']) {
            return ['oembed'];
        }
        $kind = VH_FOLDERS[$words[1] ?? ''] ?? null;
        $last = array_slice($words, 3);
        if ($words[0] !== 'embed' || $kind === null || preg_match(VH_ID, $words[2] ?? '') !== 1 || !in_array($last, [[], ['playback']], true)) {
            return null;
        }
        return [$last === [] ? 'embed' : 'embed-playback', $kind, $words[2]];
    }

    /** @param list<string> $route */
    public function answer(VhRequest $request, array $route): VhResponse
    {
        if ($route[0] === 'embed') {
            return $this->page($request, $route[1], $route[2]);
        }
        if ($route[0] === 'oembed') {
            return $this->oEmbed($request);
        }
        $isOpen = $this->judge($route[1], $route[2], vh_query($request->query)) === 'valid';
        // A page that frames this one chooses what it loads, and the request then looks like the visitor's own. So the site is
        // asked only for a page at the top of its tab.
        $isOnTop = $request->header('x-vh-request') === '1';
        $found = ($this->find)($request, $route[1], $route[2], $isOpen, $isOnTop) ?? throw $this->refusal(404, 'not-found', 'Not found');
        $about = self::plain($found[2]);
        $beside = ['isPublic' => $about['isPublic'], 'allowsApi' => $about['allowsApi'] ?? true];
        $response = ($this->conditional)($request, (array) $found[0] + $beside, $found[1]);
        // Cookies alone open it for no visitor: only a signature or the video's being public opens it elsewhere.
        return new VhResponse($response->status, VH_OPEN + $response->headers, $response->body);
    }

    /** @param array<string, string|int|bool> $query */
    public function url(string $kind, string $id, int $seconds, string $origin, array $query): string
    {
        if (!in_array($kind, VH_FOLDERS, true) || preg_match(VH_ID, $id) !== 1) {
            throw self::misuse('embedUrl needs the id of a video or live stream.');
        }
        if ($seconds < 1 || $seconds > VH_MONTH) {
            throw self::misuse('embedUrl takes 1 to 2,592,000 whole seconds: 30 days.');
        }
        $expires = (int) ceil(microtime(true)) + $seconds;
        $others = array_diff_key($query, array_flip(VH_ACCESS));
        $others = array_map(static fn (mixed $value): string => is_bool($value) ? ($value ? 'true' : 'false') : (string) $value, $others);
        $params = http_build_query(['expires' => $expires, 'signature' => $this->sealer->sign(self::sealed($kind, $id, $expires))] + $others);
        return ($origin === '' ? '' : vh_whole_origin($origin)) . $this->path($kind, $id) . "?$params";
    }

    // ── Pages ────────────────────────────────────────────────────────────────────────────────────

    private function page(VhRequest $request, string $kind, string $id): VhResponse
    {
        try {
            $found = $this->look($request, $kind, $id, vh_query($request->query));
            if ($found === 'expired') {
                return $this->notice($request, 1, 410);
            }
            return $found === null ? $this->notice($request, 0, 404) : $this->render($request, $kind, $id, ...$found);
        } catch (Throwable $error) {
            $refusal = ($this->refusalOf)($error)->response;
            $after = array_intersect_key($refusal->headers, ['retry-after' => '']);
            return $this->notice($request, $refusal->status === 404 ? 0 : 2, $refusal->status, $after);
        }
    }

    /**
     * The playback of an embed: public, or opened by its address, or by the site.
     *
     * @param array<string, string> $query
     */
    private function look(VhRequest $request, string $kind, string $id, array $query): array|string|null
    {
        $verdict = isset($query['signature']) ? $this->judge($kind, $id, $query) : 'invalid';
        $found = ($this->find)($request, $kind, $id, $verdict === 'valid');
        return $found ?? ($verdict === 'expired' ? 'expired' : null);
    }

    /**
     * What an address is worth. Only a true signature learns that it has ended.
     *
     * @param array<string, string> $query
     */
    private function judge(string $kind, string $id, array $query): string
    {
        [$digits, $signature] = [$query['expires'] ?? '', $query['signature'] ?? ''];
        if (preg_match('/\A\d{1,12}\z/', $digits) !== 1 || preg_match('/\A[\w-]{43}\z/', $signature) !== 1) {
            return 'invalid';
        }
        if (!$this->sealer->hasSigned(self::sealed($kind, $id, (int) $digits), $signature)) {
            return 'invalid';
        }
        return (int) $digits <= microtime(true) ? 'expired' : 'valid';
    }

    private function render(VhRequest $request, string $kind, string $id, mixed $whole, ?string $policy, mixed $facts): VhResponse
    {
        [$playback, $about] = [self::plain($whole), self::plain($facts)];
        $query = vh_query($request->query);
        [$tag, $direction, $words] = self::language($this->wanted($request));
        $isOn = static fn (string $name): bool => in_array($query[$name] ?? null, ['', '1', 'true'], true);
        $title = ($playback['title'] ?? '') ?: $words[4];
        $consent = ($this->settings['consent'] ?? false) === true || $isOn('consent');
        $beside = ['isPublic' => $about['isPublic'], 'allowsApi' => $about['allowsApi'] ?? true];
        $settings = ['playback' => $whole, 'consent' => $consent] + $beside + ($this->drivers === null ? [] : ['allowedOrigins' => $this->drivers]);
        $tags = $about['isPublic'] ? self::headTags($this->addresses($request, $kind, $id), $playback, $title, $about) : '';
        $robots = $about['isPublic'] ? 'noindex, indexifembedded' : 'noindex';
        $assets = self::html($this->assets);
        // Pages that may drive the player also read and set the viewer's style of captions: named ones only.
        $styles = ($this->drivers ?? []) === [] ? '' : ' data-style-origins="' . self::html(implode(' ', $this->drivers)) . '"';
        $head = "<meta name=\"robots\" content=\"$robots\" />\n$tags"
            . '<script type="application/json" id="vh-embed-settings">' . self::safeJson($settings) . "</script>\n"
            . "<script type=\"module\" crossorigin src=\"{$assets}vh-elements.js\"$styles></script>\n"
            . "<script type=\"module\" crossorigin src=\"{$assets}vh-embed.js\"></script>";
        $poster = $consent || $isOn('hidePoster') ? null : vh_address($playback['poster'] ?? null);
        $file = $consent ? null : vh_address($playback['mp4'] ?? $playback['hls'] ?? null);
        $body = ($poster === null ? '' : '<img src="' . self::html($poster) . '" alt="" />')
            . ($isOn('hideTitle') ? '' : '<h1><bdi>' . self::html($title) . '</bdi></h1>')
            . ($file === null ? '' : '<noscript><a href="' . self::html($file) . '">' . self::html($words[3]) . '</a></noscript>');
        $origins = [($this->service)(), $playback['collector'] ?? '', ...array_values($this->settings['mediaOrigins'] ?? [])];
        $headers = ['cache-control' => $policy ?? 'no-store'] + $this->headers($request, $playback, $origins);
        return new VhResponse(200, $headers, $this->wrap($tag, $direction, $title, $head, "<div class=\"still\">$body</div>"));
    }

    /** @param array<string, string> $others */
    private function notice(VhRequest $request, int $which, int $status, array $others = []): VhResponse
    {
        [$tag, $direction, $words] = self::language($this->wanted($request));
        $body = '<p class="notice">' . self::html($words[$which]) . '</p>';
        $headers = $others + ['cache-control' => 'no-store'] + $this->headers($request, [], []);
        return new VhResponse($status, $headers, $this->wrap($tag, $direction, $words[$which], '<meta name="robots" content="noindex" />', $body));
    }

    private function wrap(string $tag, string $direction, string $title, string $head, string $body): string
    {
        [$tag, $title, $assets] = array_map(self::html(...), [$tag, $title, $this->assets]);
        return <<<HTML
            <!doctype html>
            <html lang="$tag" dir="$direction">
            <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="dark" />
            <title>$title</title>
            <link rel="stylesheet" href="{$assets}vh-embed.css" />
            $head
            </head>
            <body>$body</body>
            </html>

            HTML;
    }

    /**
     * @param array<string, mixed> $playback
     * @param list<string> $origins
     * @return array<string, string>
     */
    private function headers(VhRequest $request, array $playback, array $origins): array
    {
        $named = array_map(static fn (string $field): mixed => $playback[$field] ?? '', ['hls', 'mp4', 'poster', 'storyboard', 'collector']);
        $tracks = array_column([...($playback['captions'] ?? []), ...($playback['chapters'] ?? [])], 'src');
        $addresses = [...$origins, ...$named, $playback['theme']['logo']['src'] ?? '', ...$tracks];
        $media = array_unique(array_filter(array_map(self::origin(...), $addresses)));
        // To WebKit, 'self' is nothing in a frame with a `sandbox` attribute.
        $site = trim("'self' " . self::origin($request->origin));
        $code = self::folderSource($this->assets) ?? $site;
        $from = static fn (string ...$sources): string => implode(' ', $sources);
        return [
            'content-type' => 'text/html; charset=utf-8',
            'content-security-policy' => implode('; ', [
                "default-src 'none'",
                "script-src $code",
                "style-src $code",
                "worker-src $code blob:",
                $from('img-src', $site, 'data:', 'blob:', ...$media),
                $from('media-src', $site, 'blob:', ...$media),
                $from('connect-src', $site, ...$media),
                "base-uri 'none'",
                "form-action 'none'",
                "require-trusted-types-for 'script'",
                $from('frame-ancestors', ...$this->ancestors),
            ]),
            'referrer-policy' => 'no-referrer',
            'x-content-type-options' => 'nosniff',
            'cross-origin-resource-policy' => 'cross-origin',
            'vary' => 'accept-language',
        ];
    }

    private function wanted(VhRequest $request): string
    {
        $asked = vh_query($request->query)['lang'] ?? '';
        if (strlen($asked) <= 35 && preg_match('/\A[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}\z/', $asked) === 1) {
            return $asked;
        }
        $best = ['en', 0.0];
        foreach (explode(',', substr($request->header('accept-language') ?? '', 0, 512)) as $part) {
            $isTag = preg_match('/\A\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?\z/', $part, $found) === 1;
            $weight = (float) ($found[2] ?? 1);
            if ($isTag && $weight > $best[1] && isset(VH_EMBED_WORDS[explode('-', strtolower($found[1]))[0]])) {
                $best = [$found[1], $weight];
            }
        }
        return $best[0];
    }

    private function path(string $kind, string $id): string
    {
        return "$this->basePath/embed/" . array_search($kind, VH_FOLDERS, true) . "/$id";
    }

    /** @return array{embed: string, oembed: string, page: string} */
    private function addresses(VhRequest $request, string $kind, string $id): array
    {
        $pageUrl = $this->settings['pageUrl'] ?? null;
        $page = $pageUrl === null ? null : ($this->ofSite)('pageUrl', static fn (): mixed => $pageUrl($kind, $id));
        $embed = $request->origin . $this->path($kind, $id);
        return ['embed' => $embed, 'oembed' => "$request->origin$this->basePath/oembed", 'page' => vh_string($page) ?? $embed];
    }

    // ── oEmbed ───────────────────────────────────────────────────────────────────────────────────

    private function oEmbed(VhRequest $request): VhResponse
    {
        $query = vh_query($request->query);
        if (($query['format'] ?? 'json') !== 'json') {
            throw $this->refusal(501, 'format-unknown', 'This endpoint answers JSON only');
        }
        $asked = $query['url'] ?? '';
        if (vh_length($asked) > VH_LONGEST_PAGE || vh_address($asked) === null) {
            throw $this->refusal(400, 'url-malformed', 'Say in "url" which page is to be embedded');
        }
        $parts = parse_url($asked) ?: [];
        $route = vh_origin($asked) === $request->origin ? ($this->routeOf)($parts['path'] ?? '') : null;
        $isOwn = ($route[0] ?? '') === 'embed';
        $about = $isOwn ? array_slice($route, 1) : $this->siteSubject($asked);
        $params = $isOwn ? vh_query($parts['query'] ?? '') : [];
        $found = $about === null ? null : $this->look($request, $about[0], $about[1], $params);
        if (!is_array($found)) {
            throw $this->refusal(404, 'not-found', 'Not found');
        }
        [$playback, $policy, $facts] = [self::plain($found[0]), $found[1], self::plain($found[2])];
        // A public one needs nothing that opens it.
        $kept = !$isOwn ? '' : ($facts['isPublic'] ? self::withoutAccess($parts['query'] ?? '') : $parts['query'] ?? '');
        $fragment = $isOwn ? $parts['fragment'] ?? '' : '';
        $address = $request->origin . $this->path(...$about) . ($kept === '' ? '' : "?$kept") . ($fragment === '' ? '' : "#$fragment");
        $title = ($playback['title'] ?? '') ?: VH_EMBED_WORDS['en'][4];
        [$width, $height] = self::size($facts, $query['maxwidth'] ?? '', $query['maxheight'] ?? '');
        $provider = $this->settings['provider'] ?? [];
        $body = [
            'type' => 'video',
            'version' => '1.0',
            'title' => $title,
            'provider_name' => $provider['name'] ?? explode('://', $request->origin)[1],
            'provider_url' => $provider['url'] ?? $request->origin,
            'html' => self::frame($address, $title, $width, $height),
            'width' => $width,
            'height' => $height,
        ];
        if ($facts['isPublic'] && isset($playback['poster'])) {
            $body += ['thumbnail_url' => $playback['poster'], 'thumbnail_width' => $width, 'thumbnail_height' => $height];
        }
        $body += isset($playback['duration']) ? ['duration' => $playback['duration']] : [];
        $headers = ['content-type' => 'application/json', 'cache-control' => $policy ?? 'no-store'] + VH_OPEN + VH_HEADERS;
        return new VhResponse(200, $headers, vh_json($body));
    }

    /** @return ?array{string, string} */
    private function siteSubject(string $page): ?array
    {
        $subjectOf = $this->settings['subjectOf'] ?? null;
        $found = $subjectOf === null ? null : ($this->ofSite)('subjectOf', static fn (): mixed => $subjectOf($page));
        [$kind, $id] = is_array($found) ? $found + [null, null] : [null, null];
        return in_array($kind, VH_FOLDERS, true) && is_string($id) && preg_match(VH_ID, $id) === 1 ? [$kind, $id] : null;
    }

    /** A query without what opens something private. */
    private static function withoutAccess(string $query): string
    {
        $kept = [];
        foreach (array_filter(explode('&', $query), 'strlen') as $pair) {
            [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + ['', '']);
            if (!in_array($name, VH_ACCESS, true)) {
                $kept[] = urlencode($name) . '=' . urlencode($value);
            }
        }
        return implode('&', $kept);
    }

    private function refusal(int $status, string $word, string $title): VhRefusal
    {
        return new VhRefusal($status, $word, $title, VH_OPEN);
    }

    // ── Small parts ──────────────────────────────────────────────────────────────────────────────

    /**
     * What a cache gives back as objects, as arrays.
     *
     * @return array<string, mixed>
     */
    private static function plain(mixed $value): array
    {
        return json_decode(vh_json($value), true) ?? [];
    }

    /** The first word keeps these apart from grant claims, which begin with a number. */
    private static function sealed(string $kind, string $id, int $expires): string
    {
        return vh_json(['embed', $kind, $id, $expires]);
    }

    private static function html(string $text): string
    {
        return preg_replace_callback('/[&<>"\']/', static fn (array $found): string => '&#' . ord($found[0]) . ';', $text) ?? '';
    }

    /** JSON that no text in it can turn into markup. */
    private static function safeJson(mixed $value): string
    {
        $options = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS;
        return json_encode($value, $options);
    }

    /** An address's origin, as far as it may stand in a policy. */
    private static function origin(mixed $address): string
    {
        $origin = is_string($address) ? vh_origin($address) ?? '' : '';
        return preg_match('~\Ahttps?://[\w.:\[\]-]+\z~', $origin) === 1 ? $origin : '';
    }

    /** A folder as a source of a policy; nothing for one of the page's own origin. */
    private static function folderSource(string $assets): ?string
    {
        $origin = self::origin($assets);
        $path = parse_url($assets, PHP_URL_PATH) ?: '/';
        // A semicolon or a comma would end the source.
        return $origin === '' ? null : $origin . (preg_match('/[;,\s]/', $path) === 1 ? '' : $path);
    }

    /**
     * As wide as a page's text, in the video's shape, and within what the page allows.
     *
     * @param array<string, mixed> $facts
     * @return array{int, int}
     */
    private static function size(array $facts, string $mostWidth = '', string $mostHeight = ''): array
    {
        $isSide = static fn (mixed $side): bool => (is_int($side) || is_float($side)) && $side >= 1 && $side <= 100_000;
        $limit = static fn (string $text, float $side): float => preg_match('/\A[1-9]\d{0,4}\z/', $text) === 1 ? (int) $text / $side : 1.0;
        [$width, $height] = [$facts['width'] ?? null, $facts['height'] ?? null];
        $shape = $isSide($width) && $isSide($height) ? $width / $height : 16 / 9;
        // A narrower one has the area of a wide one: an upright film of that width would be taller than the screen.
        $width = $shape >= 16 / 9 ? 640.0 : sqrt(640 * 360 * $shape);
        $height = $width / $shape;
        $scale = min(1.0, $limit($mostWidth, $width), $limit($mostHeight, $height));
        $round = static fn (float $side): int => max(1, (int) floor($side * $scale + 1e-6));
        return [$round($width), $round($height)];
    }

    private static function frame(string $address, string $title, int $width, int $height): string
    {
        [$address, $title] = [self::html($address), self::html($title)];
        return "<iframe src=\"$address\" title=\"$title\" width=\"$width\" height=\"$height\""
            . " style=\"aspect-ratio:$width/$height;width:100%;max-width:{$width}px;height:auto;border:0\""
            . ' frameborder="0" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"'
            . ' allow="autoplay; picture-in-picture; encrypted-media" allowfullscreen></iframe>';
    }

    /**
     * The tags by which other sites find a public video's player.
     *
     * @param array{embed: string, oembed: string, page: string} $addresses
     * @param array<string, mixed> $playback
     * @param array<string, mixed> $about
     */
    private static function headTags(array $addresses, array $playback, string $title, array $about): string
    {
        [$width, $height] = self::size($about);
        ['embed' => $embed, 'page' => $page] = $addresses;
        $poster = $playback['poster'] ?? null;
        $discovery = "{$addresses['oembed']}?" . http_build_query(['url' => $page, 'format' => 'json']);
        $text = '<link rel="alternate" type="application/json+oembed" href="' . self::html($discovery) . '" title="' . self::html($title) . "\" />\n";
        $tags = [
            ['property', 'og:type', 'video.other'],
            ['property', 'og:url', $page],
            ['property', 'og:title', $title],
            ['property', 'og:image', $poster],
            ['property', 'og:video', $embed],
            ['property', 'og:video:secure_url', str_starts_with($embed, 'https:') ? $embed : null],
            ['property', 'og:video:type', 'text/html'],
            ['property', 'og:video:width', $width],
            ['property', 'og:video:height', $height],
            ['name', 'twitter:card', 'player'],
            ['name', 'twitter:title', $title],
            ['name', 'twitter:image', $poster],
            ['name', 'twitter:player', $embed],
            ['name', 'twitter:player:width', $width],
            ['name', 'twitter:player:height', $height],
        ];
        foreach ($tags as [$kind, $name, $value]) {
            $text .= $value === null || $value === '' ? '' : "<meta $kind=\"$name\" content=\"" . self::html((string) $value) . "\" />\n";
        }
        $data = [
            '@context' => 'https://schema.org',
            '@type' => 'VideoObject',
            'name' => $title,
            'description' => $title,
            'thumbnailUrl' => $poster,
            'uploadDate' => $about['publishedAt'] ?? null,
            'duration' => isset($playback['duration']) ? self::isoDuration((float) $playback['duration']) : null,
            'embedUrl' => $embed,
            'contentUrl' => $playback['mp4'] ?? $playback['hls'] ?? null,
            'publication' => $playback['kind'] === 'live-stream' ? ['@type' => 'BroadcastEvent', 'isLiveBroadcast' => true] : null,
        ];
        return "$text<script type=\"application/ld+json\">" . self::safeJson(vh_present($data)) . "</script>\n";
    }

    private static function isoDuration(float $seconds): string
    {
        $whole = max(0, (int) floor($seconds + 0.5));
        [$hours, $minutes] = [intdiv($whole, 3600), intdiv($whole, 60) % 60];
        return 'PT' . ($hours > 0 ? "{$hours}H" : '') . ($minutes > 0 ? "{$minutes}M" : '') . $whole % 60 . 'S';
    }

    /**
     * The tag, the direction and the words of a language; English for one that has none.
     *
     * @return array{string, string, list<string>}
     */
    private static function language(string $tag): array
    {
        $main = explode('-', strtolower($tag))[0];
        $words = VH_EMBED_WORDS[$main] ?? null;
        if ($words === null) {
            return ['en', 'ltr', VH_EMBED_WORDS['en']];
        }
        return [$tag, in_array($main, VH_EMBED_RIGHT_TO_LEFT, true) ? 'rtl' : 'ltr', $words];
    }

    private static function misuse(string $sentence): VhServiceError
    {
        return new VhServiceError('invalid-use', $sentence);
    }
}

// Written by `npm run manifest` from the files of words in `src/locales`.
const VH_EMBED_RIGHT_TO_LEFT = ['ar', 'he'];

// Not found, expired, failed, watch the file, video.
const VH_EMBED_WORDS = [
    'ar' => [
        'هذا الفيديو غير متاح.',
        'انتهت صلاحية رابط الفيديو هذا. اطلب رابطًا جديدًا من المكان الذي وجدته فيه.',
        'لا يمكن عرض هذا الفيديو الآن. يُرجى المحاولة لاحقًا.',
        'مشاهدة الفيديو بدون برامج نصية',
        'فيديو',
    ],
    'de' => [
        'Dieses Video ist nicht verfügbar.',
        'Dieser Link zum Video ist abgelaufen. Fragen Sie dort nach einem neuen, wo Sie ihn gefunden haben.',
        'Dieses Video lässt sich gerade nicht zeigen. Bitte versuchen Sie es später noch einmal.',
        'Video ohne Skripte ansehen',
        'Video',
    ],
    'en' => [
        'This video is not available.',
        'This link to the video has expired. Ask for a new one where you found it.',
        'This video cannot be shown right now. Please try again later.',
        'Watch the video without scripts',
        'Video',
    ],
    'es' => [
        'Este vídeo no está disponible.',
        'Este enlace al vídeo ha caducado. Pida uno nuevo donde lo encontró.',
        'Este vídeo no se puede mostrar ahora. Inténtelo de nuevo más tarde.',
        'Ver el vídeo sin scripts',
        'Vídeo',
    ],
    'fr' => [
        "Cette vidéo n'est pas disponible.",
        "Ce lien vers la vidéo a expiré. Demandez-en un nouveau là où vous l'avez trouvé.",
        'Cette vidéo ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
        'Regarder la vidéo sans scripts',
        'Vidéo',
    ],
    'he' => [
        'הסרטון הזה אינו זמין.',
        'תוקף הקישור לסרטון פג. בקשו קישור חדש במקום שבו מצאתם אותו.',
        'אי אפשר להציג את הסרטון כרגע. נסו שוב מאוחר יותר.',
        'צפייה בסרטון ללא סקריפטים',
        'סרטון',
    ],
    'hi' => [
        'यह वीडियो उपलब्ध नहीं है।',
        'वीडियो का यह लिंक समाप्त हो गया है। जहाँ यह मिला था, वहाँ नया लिंक माँगें।',
        'यह वीडियो अभी नहीं दिखाया जा सकता। कृपया बाद में फिर कोशिश करें।',
        'स्क्रिप्ट के बिना वीडियो देखें',
        'वीडियो',
    ],
    'it' => [
        'Questo video non è disponibile.',
        'Questo link al video è scaduto. Chiedine uno nuovo dove lo hai trovato.',
        'Al momento non è possibile mostrare questo video. Riprova più tardi.',
        'Guarda il video senza script',
        'Video',
    ],
    'ja' => [
        'この動画は利用できません。',
        'この動画へのリンクは期限切れです。リンクを見つけた場所で新しいものを入手してください。',
        'この動画は現在表示できません。しばらくしてからもう一度お試しください。',
        'スクリプトなしで動画を見る',
        '動画',
    ],
    'ko' => [
        '이 동영상을 볼 수 없습니다.',
        '이 동영상 링크가 만료되었습니다. 링크를 받은 곳에서 새 링크를 요청하세요.',
        '지금은 이 동영상을 표시할 수 없습니다. 나중에 다시 시도해 주세요.',
        '스크립트 없이 동영상 보기',
        '동영상',
    ],
    'nl' => [
        'Deze video is niet beschikbaar.',
        'Deze link naar de video is verlopen. Vraag een nieuwe waar je hem hebt gevonden.',
        'Deze video kan nu niet worden getoond. Probeer het later opnieuw.',
        'Video zonder scripts bekijken',
        'Video',
    ],
    'pl' => [
        'Ten film jest niedostępny.',
        'Ten link do filmu wygasł. Poproś o nowy tam, gdzie go znaleziono.',
        'Nie można teraz wyświetlić tego filmu. Spróbuj ponownie później.',
        'Obejrzyj film bez skryptów',
        'Film',
    ],
    'pt' => [
        'Este vídeo não está disponível.',
        'Este link para o vídeo expirou. Peça um novo onde o encontrou.',
        'Não é possível mostrar este vídeo agora. Tente novamente mais tarde.',
        'Ver o vídeo sem scripts',
        'Vídeo',
    ],
    'ru' => [
        'Это видео недоступно.',
        'Срок действия ссылки на видео истёк. Запросите новую там, где вы её нашли.',
        'Сейчас это видео нельзя показать. Повторите попытку позже.',
        'Смотреть видео без скриптов',
        'Видео',
    ],
    'tr' => [
        'Bu video kullanılamıyor.',
        'Bu video bağlantısının süresi doldu. Bulduğunuz yerden yenisini isteyin.',
        'Bu video şu anda gösterilemiyor. Lütfen daha sonra tekrar deneyin.',
        'Videoyu betikler olmadan izle',
        'Video',
    ],
    'uk' => [
        'Це відео недоступне.',
        'Термін дії посилання на відео минув. Попросіть нове там, де ви його знайшли.',
        'Зараз це відео не можна показати. Спробуйте пізніше.',
        'Дивитися відео без скриптів',
        'Відео',
    ],
    'zh' => [
        '此视频不可用。',
        '此视频链接已过期。请在找到它的地方索取新链接。',
        '目前无法显示此视频。请稍后重试。',
        '不使用脚本观看视频',
        '视频',
    ],
];
