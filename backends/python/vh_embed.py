"""Embed pages, signed addresses and oEmbed for the page backend in Python. Put this file beside vh_backend.py.

    backend = VhBackend(…, embed={'assets': 'https://static.example.org/vh-elements/'})
    backend.embed_url('vi1', seconds=600, origin='https://example.org')

`assets` is the folder `dist/cdn` of the package, as your server or CDN has it; it must allow every origin by CORS. The other
members of `embed` are all optional: `frame_ancestors` and `allowed_origins` (origins that may embed the page and drive its
player), `consent`, `media_origins`, `provider` (`{'name': …, 'url': …}`), `page_url(kind, id)` and `subject_of(url)`, which
answers `(kind, id)`. docs/embed.md explains them. `kind` is "video" or "live-stream".
"""

from __future__ import annotations

import math
import re
import time
import urllib.parse
from typing import Any, Callable, Optional

import vh_backend as own

ACCESS = ('token', 'avh', 'signature', 'expires')
FOLDERS = {'video': 'videos', 'live-stream': 'live-streams'}
ANCESTOR = re.compile(r"\*|'self'|'none'|(?:https?://)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?", re.I)
LANGUAGE = re.compile(r'[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}')
WANTED = re.compile(r'\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?')
MONTH = 30 * own.DAY
# The longest address that oEmbed takes.
LONGEST_PAGE = 2_048
OPEN = {'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin'}


class Embeds:
    """The embed pages of a backend: each a player on its own page, for other pages to frame."""

    def __init__(
        self,
        backend: Any,
        *,
        assets: str,
        frame_ancestors: Optional[list] = None,
        allowed_origins: Optional[list] = None,
        consent: bool = False,
        media_origins: tuple = (),
        provider: Optional[dict] = None,
        page_url: Optional[Callable] = None,
        subject_of: Optional[Callable] = None,
    ):
        self._backend = backend
        if not isinstance(assets, str) or not assets:
            raise ValueError('embed needs "assets": say where dist/cdn is.')
        self._assets = assets if assets.endswith('/') else f'{assets}/'
        self._ancestors = ['*'] if frame_ancestors is None else ["'self'", *frame_ancestors]
        # A policy with a mistake in it protects nothing: it is seen at the start.
        if not all(ANCESTOR.fullmatch(one) for one in self._ancestors):
            raise ValueError("frame_ancestors holds origins, or '*', 'self' or 'none' in quotes.")
        self._drivers = None if allowed_origins is None else [own._require_origin(one) for one in allowed_origins]
        self._consent, self._media_origins = consent is True, tuple(media_origins)
        self._provider, self._page_url, self._subject_of = provider or {}, page_url, subject_of

    # ── Entry points ──────────────────────────────────────────────────────────────────────────────

    @staticmethod
    def route(words: list) -> Optional[tuple]:
        """The route of a path below the backend's own, in words."""
        if words == ['oembed']:
            return ('oembed',)
        if len(words) not in (3, 4) or words[0] != 'embed' or not own.ID.fullmatch(words[2]) or words[3:] not in ([], ['playback']):
            return None
        kind = next((kind for kind, folder in FOLDERS.items() if folder == words[1]), None)
        return kind and ('embed-playback' if words[3:] else 'embed', kind, words[2])

    def answer(self, request: Any, route: tuple) -> Any:
        if route[0] == 'oembed':
            response = self._oembed(request)
            return response._replace(headers={**response.headers, **OPEN})
        if route[0] == 'embed-playback':
            is_open = self._judge(route[1], route[2], _query(request)) == 'valid'
            # A page that frames this one chooses what it loads, and the request then looks like the visitor's own. So the
            # site is asked only for a page at the top of its tab.
            is_on_top = request.headers.get('x-vh-request') == '1'
            found = self._backend._find_playback(request, route[1], route[2], is_open, asks=is_on_top, is_page=True)
            if not found:
                raise own.Refusal(404, 'not-found', 'Not found', OPEN)
            about = {name: found[2].get(name, True) for name in ('isPublic', 'allowsApi')}
            response = own._conditional(request, {**found[0], **about}, found[1])
            # Cookies alone open it for no visitor: only a signature or the video's being public opens it elsewhere.
            return response._replace(headers={**response.headers, **OPEN})
        return self._page(request, route[1], route[2])

    def url(self, kind: str, name: str, seconds: int, origin: str, query: dict) -> str:
        if kind not in FOLDERS or not own.ID.fullmatch(name):
            raise ValueError('embed_url needs the id of a video or live stream.')
        if not isinstance(seconds, int) or not 1 <= seconds <= MONTH:
            raise ValueError('embed_url takes 1 to 2,592,000 whole seconds: 30 days.')
        expires = math.ceil(time.time()) + seconds
        signature = own._base64(own._mac(self._backend._keys(own.CLAIMS)[0], _sealed(kind, name, expires)))
        others = {key: _text(value) for key, value in query.items() if key not in ACCESS}
        params = urllib.parse.urlencode({'expires': expires, 'signature': signature, **others})
        return f'{origin and own._require_origin(origin)}{self._path(kind, name)}?{params}'

    # ── Pages ─────────────────────────────────────────────────────────────────────────────────────

    def _page(self, request: Any, kind: str, name: str) -> Any:
        try:
            found = self._find(request, kind, name, _query(request))
            if found == 'expired':
                return self._notice(request, 1, 410)
            if not found:
                return self._notice(request, 0, 404)
            return self._render(request, kind, name, *found)
        except Exception as error:
            refusal = self._backend._refusal_of(error).response
            after = {name: value for name, value in refusal.headers.items() if name == 'retry-after'}
            return self._notice(request, 0 if refusal.status == 404 else 2, refusal.status, after)

    def _find(self, request: Any, kind: str, name: str, query: dict) -> Any:
        """The playback of an embed: public, or opened by its address, or by the site."""
        verdict = self._judge(kind, name, query) if 'signature' in query else 'invalid'
        found = self._backend._find_playback(request, kind, name, verdict == 'valid', is_page=True)
        return found or ('expired' if verdict == 'expired' else None)

    def _judge(self, kind: str, name: str, query: dict) -> str:
        """What an address is worth. Only a true signature gets to know that it has ended."""
        digits, seal = query.get('expires', ''), query.get('signature', '')
        if not re.fullmatch(r'\d{1,12}', digits, re.A) or not re.fullmatch(r'[\w-]{43}', seal, re.A):
            return 'invalid'
        if not self._backend._has_signed(_sealed(kind, name, int(digits)), seal):
            return 'invalid'
        return 'expired' if int(digits) <= time.time() else 'valid'

    def _render(self, request: Any, kind: str, name: str, playback: dict, policy: Optional[str], about: dict) -> Any:
        query = _query(request)
        tag, direction, words = _language(self._wanted(request))
        title = playback.get('title') or words[4]
        consent = self._consent or _is_on(query, 'consent')
        settings = {'playback': playback, 'isPublic': about['isPublic'], 'allowsApi': about.get('allowsApi', True), 'consent': consent}
        if self._drivers is not None:
            settings['allowedOrigins'] = self._drivers
        tags = _head_tags(self._addresses(request, kind, name), playback, title, about) if about['isPublic'] else ''
        robots = 'noindex, indexifembedded' if about['isPublic'] else 'noindex'
        # Pages that may drive the player also read and set the viewer's style of captions: named ones only.
        styles = f' data-style-origins="{_html(" ".join(self._drivers))}"' if self._drivers else ''
        head = (
            f'<meta name="robots" content="{robots}" />\n{tags}'
            f'<script type="application/json" id="vh-embed-settings">{_safe_json(settings)}</script>\n'
            f'<script type="module" crossorigin src="{_html(self._assets)}vh-elements.js"{styles}></script>\n'
            f'<script type="module" crossorigin src="{_html(self._assets)}vh-embed.js"></script>'
        )
        poster = None if consent or _is_on(query, 'hidePoster') else own._address(playback.get('poster'))
        file = None if consent else own._address(playback.get('mp4') or playback.get('hls'))
        body = ''.join(
            [
                f'<img src="{_html(poster)}" alt="" />' if poster else '',
                '' if _is_on(query, 'hideTitle') else f'<h1><bdi>{_html(title)}</bdi></h1>',
                f'<noscript><a href="{_html(file)}">{_html(words[3])}</a></noscript>' if file else '',
            ]
        )
        origins = [self._backend._public(), playback.get('collector', ''), *self._media_origins]
        headers = self._headers(request, playback, [_origin(one) for one in origins])
        html = self._wrap(tag, direction, title, head, f'<div class="still">{body}</div>')
        return own.Response(200, {**headers, 'cache-control': policy or 'no-store'}, html)

    def _notice(self, request: Any, which: int, status: int, others: Optional[dict] = None) -> Any:
        tag, direction, words = _language(self._wanted(request))
        body = f'<p class="notice">{_html(words[which])}</p>'
        html = self._wrap(tag, direction, words[which], '<meta name="robots" content="noindex" />', body)
        headers = self._headers(request, {}, [])
        return own.Response(status, {**headers, 'cache-control': 'no-store', **(others or {})}, html)

    def _wrap(self, tag: str, direction: str, title: str, head: str, body: str) -> bytes:
        return (
            f'<!doctype html>\n<html lang="{_html(tag)}" dir="{direction}">\n<head>\n<meta charset="utf-8" />\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
            f'<meta name="color-scheme" content="dark" />\n<title>{_html(title)}</title>\n'
            f'<link rel="stylesheet" href="{_html(self._assets)}vh-embed.css" />\n{head}\n</head>\n<body>{body}</body>\n</html>\n'
        ).encode('utf-8', 'replace')

    def _headers(self, request: Any, playback: dict, origins: list) -> dict:
        tracks = [track.get('src') for field in ('captions', 'chapters') for track in playback.get(field, [])]
        logo = playback.get('theme', {}).get('logo', {}).get('src')
        named = [playback.get(field) for field in ('hls', 'mp4', 'poster', 'storyboard', 'collector')]
        media = [one for one in dict.fromkeys([*origins, *map(_origin, [*named, logo, *tracks])]) if one]
        # To WebKit, 'self' is nothing in a frame with a `sandbox` attribute.
        site = f"'self' {_origin(request.origin)}".strip()
        code = _folder_source(self._assets) or site
        policy = [
            "default-src 'none'",
            f'script-src {code}',
            f'style-src {code}',
            f'worker-src {code} blob:',
            ' '.join(['img-src', site, 'data:', 'blob:', *media]),
            ' '.join(['media-src', site, 'blob:', *media]),
            ' '.join(['connect-src', site, *media]),
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            f"frame-ancestors {' '.join(self._ancestors)}",
        ]
        return {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': '; '.join(policy),
            'referrer-policy': 'no-referrer',
            'x-content-type-options': 'nosniff',
            'cross-origin-resource-policy': 'cross-origin',
            'vary': 'accept-language',
        }

    def _wanted(self, request: Any) -> str:
        asked = _query(request).get('lang', '')
        if len(asked) <= 35 and LANGUAGE.fullmatch(asked):
            return asked
        parts = [WANTED.fullmatch(part) for part in request.headers.get('accept-language', '')[:512].split(',')]
        found = sorted(((float(part[2] or 1), part[1]) for part in parts if part), key=lambda one: -one[0])
        return next((tag for weight, tag in found if weight > 0 and tag.lower().split('-')[0] in WORDS), 'en')

    def _path(self, kind: str, name: str) -> str:
        return f'{self._backend._base_path}/embed/{FOLDERS[kind]}/{name}'

    def _addresses(self, request: Any, kind: str, name: str) -> dict:
        page = own._of_site('page_url', self._page_url, kind, name) if self._page_url else None
        embed = request.origin + self._path(kind, name)
        return {'embed': embed, 'oembed': f'{request.origin}{self._backend._base_path}/oembed', 'page': page or embed}

    # ── oEmbed ────────────────────────────────────────────────────────────────────────────────────

    def _oembed(self, request: Any) -> Any:
        query = _query(request)
        if query.get('format', 'json') != 'json':
            raise own.Refusal(501, 'format-unknown', 'This endpoint answers JSON only', OPEN)
        asked = query.get('url', '')
        page = urllib.parse.urlsplit(asked) if own._length(asked) <= LONGEST_PAGE and own._address(asked) else None
        if not page:
            raise own.Refusal(400, 'url-malformed', 'Say in "url" which page is to be embedded', OPEN)
        route = self._backend._route(page.path) if _origin(asked) == request.origin else None
        is_own = route is not None and route[0] == 'embed'
        about = route[1:] if is_own else self._site_subject(asked)
        params = urllib.parse.parse_qsl(page.query, keep_blank_values=True) if is_own else []
        found = self._find(request, *about, dict(reversed(params))) if about else None
        if not found or found == 'expired':
            raise own.Refusal(404, 'not-found', 'Not found', OPEN)
        playback, policy, facts = found
        # A public one needs nothing that opens it.
        kept = urllib.parse.urlencode([pair for pair in params if pair[0] not in ACCESS]) if facts['isPublic'] else page.query if is_own else ''
        address = f"{request.origin}{self._path(*about)}{kept and f'?{kept}'}{page.fragment and is_own and f'#{page.fragment}' or ''}"
        title = playback.get('title') or WORDS['en'][4]
        width, height = _size(facts, _side(query.get('maxwidth')), _side(query.get('maxheight')))
        body = {
            'type': 'video',
            'version': '1.0',
            'title': title,
            'provider_name': self._provider.get('name') or request.origin.partition('://')[2],
            'provider_url': self._provider.get('url') or request.origin,
            'html': _frame(address, title, width, height),
            'width': width,
            'height': height,
        }
        if facts['isPublic'] and 'poster' in playback:
            body.update(thumbnail_url=playback['poster'], thumbnail_width=width, thumbnail_height=height)
        if 'duration' in playback:
            body['duration'] = playback['duration']
        headers = {**own.HEADERS, 'content-type': 'application/json', 'cache-control': policy or 'no-store'}
        return own.Response(200, headers, own._json(body))

    def _site_subject(self, page: str) -> Optional[tuple]:
        found = own._of_site('subject_of', self._subject_of, page) if self._subject_of else None
        if not isinstance(found, tuple) or len(found) != 2 or found[0] not in FOLDERS:
            return None
        return found if isinstance(found[1], str) and own.ID.fullmatch(found[1]) else None


# ── Small parts ───────────────────────────────────────────────────────────────────────────────────


def _query(request: Any) -> dict:
    # The first of several counts.
    return dict(reversed(urllib.parse.parse_qsl(request.query, keep_blank_values=True)))


def _is_on(query: dict, name: str) -> bool:
    return query.get(name) in ('', '1', 'true')


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sealed(kind: str, name: str, expires: int) -> bytes:
    """The first word keeps these apart from grant claims, which begin with a number."""
    return own._json(['embed', kind, name, expires])


def _html(text: Any) -> str:
    return re.sub(r'[&<>"\']', lambda found: f'&#{ord(found[0])};', str(text))


def _safe_json(value: Any) -> str:
    """JSON that no text in it can turn into markup."""
    return re.sub(r"[<>&']", lambda found: f'\\u{ord(found[0]):04x}', own._json(value).decode())


def _origin(address: Any) -> str:
    origin = own._origin(address) if own._address(address) else ''
    # It goes into a policy.
    return origin if re.fullmatch(r'https?://[\w.:\[\]-]+', origin, re.A) else ''


def _folder_source(assets: str) -> Optional[str]:
    """A folder as a source of a policy; nothing for one of the page's own origin."""
    if not own._address(assets):
        return None
    path = urllib.parse.urlsplit(assets).path
    # A semicolon or a comma would end the source.
    return _origin(assets) + ('' if re.search(r'[;,\s]', path) else path)


def _side(text: Optional[str]) -> Optional[int]:
    return int(text) if text and re.fullmatch(r'[1-9]\d{0,4}', text, re.A) else None


def _size(facts: dict, most_width: Optional[int] = None, most_height: Optional[int] = None) -> tuple:
    """As wide as a page's text, in the video's shape, and within what the page allows."""
    sides = [facts.get('width'), facts.get('height')]
    is_side = all(isinstance(side, (int, float)) and 1 <= side <= 100_000 for side in sides)
    shape = sides[0] / sides[1] if is_side else 16 / 9
    # A narrower one has the area of a wide one: an upright film of that width would be taller than the screen.
    width = 640 if shape >= 16 / 9 else math.sqrt(640 * 360 * shape)
    height = width / shape
    scale = min(1, (most_width or width) / width, (most_height or height) / height)
    return tuple(max(1, math.floor(side * scale + 1e-6)) for side in (width, height))


def _frame(address: str, title: str, width: int, height: int) -> str:
    style = f'aspect-ratio:{width}/{height};width:100%;max-width:{width}px;height:auto;border:0'
    return (
        f'<iframe src="{_html(address)}" title="{_html(title)}" width="{width}" height="{height}" style="{style}"'
        ' frameborder="0" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"'
        ' allow="autoplay; picture-in-picture; encrypted-media" allowfullscreen></iframe>'
    )


def _head_tags(addresses: dict, playback: dict, title: str, about: dict) -> str:
    """The tags by which other sites find a public video's player."""
    width, height = _size(about)
    embed, poster = addresses['embed'], playback.get('poster')
    query = urllib.parse.urlencode({'url': addresses['page'], 'format': 'json'})
    link = f'<link rel="alternate" type="application/json+oembed" href="{_html(addresses["oembed"] + "?" + query)}" title="{_html(title)}" />\n'
    tags = [
        ('property', 'og:type', 'video.other'),
        ('property', 'og:url', addresses['page']),
        ('property', 'og:title', title),
        ('property', 'og:image', poster),
        ('property', 'og:video', embed),
        ('property', 'og:video:secure_url', embed if embed.startswith('https:') else None),
        ('property', 'og:video:type', 'text/html'),
        ('property', 'og:video:width', width),
        ('property', 'og:video:height', height),
        ('name', 'twitter:card', 'player'),
        ('name', 'twitter:title', title),
        ('name', 'twitter:image', poster),
        ('name', 'twitter:player', embed),
        ('name', 'twitter:player:width', width),
        ('name', 'twitter:player:height', height),
    ]
    metas = ''.join(f'<meta {kind}="{name}" content="{_html(value)}" />\n' for kind, name, value in tags if value)
    data = {
        '@context': 'https://schema.org',
        '@type': 'VideoObject',
        'name': title,
        'description': title,
        'thumbnailUrl': poster,
        'uploadDate': about.get('publishedAt'),
        'duration': _iso_duration(playback['duration']) if 'duration' in playback else None,
        'embedUrl': embed,
        'contentUrl': playback.get('mp4') or playback.get('hls'),
        'publication': {'@type': 'BroadcastEvent', 'isLiveBroadcast': True} if playback['kind'] == 'live-stream' else None,
    }
    return f'{link}{metas}<script type="application/ld+json">{_safe_json(own._present(data))}</script>\n'


def _iso_duration(seconds: float) -> str:
    whole = max(0, math.floor(seconds + 0.5))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"PT{f'{hours}H' if hours else ''}{f'{minutes}M' if minutes else ''}{whole % 60}S"


def _language(tag: str) -> tuple:
    """The tag, the direction and the words of a language; English for one that has none."""
    main = tag.lower().split('-')[0]
    if main not in WORDS:
        return 'en', 'ltr', WORDS['en']
    return tag, 'rtl' if main in RIGHT_TO_LEFT else 'ltr', WORDS[main]


# Written by `npm run manifest` from the files of words in `src/locales`.
RIGHT_TO_LEFT = ['ar', 'he']

# Not found, expired, failed, watch the file, video.
WORDS = {
    'ar': (
        'هذا الفيديو غير متاح.',
        'انتهت صلاحية رابط الفيديو هذا. اطلب رابطًا جديدًا من المكان الذي وجدته فيه.',
        'لا يمكن عرض هذا الفيديو الآن. يُرجى المحاولة لاحقًا.',
        'مشاهدة الفيديو بدون برامج نصية',
        'فيديو',
    ),
    'de': (
        'Dieses Video ist nicht verfügbar.',
        'Dieser Link zum Video ist abgelaufen. Fragen Sie dort nach einem neuen, wo Sie ihn gefunden haben.',
        'Dieses Video lässt sich gerade nicht zeigen. Bitte versuchen Sie es später noch einmal.',
        'Video ohne Skripte ansehen',
        'Video',
    ),
    'en': (
        'This video is not available.',
        'This link to the video has expired. Ask for a new one where you found it.',
        'This video cannot be shown right now. Please try again later.',
        'Watch the video without scripts',
        'Video',
    ),
    'es': (
        'Este vídeo no está disponible.',
        'Este enlace al vídeo ha caducado. Pida uno nuevo donde lo encontró.',
        'Este vídeo no se puede mostrar ahora. Inténtelo de nuevo más tarde.',
        'Ver el vídeo sin scripts',
        'Vídeo',
    ),
    'fr': (
        "Cette vidéo n'est pas disponible.",
        "Ce lien vers la vidéo a expiré. Demandez-en un nouveau là où vous l'avez trouvé.",
        'Cette vidéo ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
        'Regarder la vidéo sans scripts',
        'Vidéo',
    ),
    'he': (
        'הסרטון הזה אינו זמין.',
        'תוקף הקישור לסרטון פג. בקשו קישור חדש במקום שבו מצאתם אותו.',
        'אי אפשר להציג את הסרטון כרגע. נסו שוב מאוחר יותר.',
        'צפייה בסרטון ללא סקריפטים',
        'סרטון',
    ),
    'hi': (
        'यह वीडियो उपलब्ध नहीं है।',
        'वीडियो का यह लिंक समाप्त हो गया है। जहाँ यह मिला था, वहाँ नया लिंक माँगें।',
        'यह वीडियो अभी नहीं दिखाया जा सकता। कृपया बाद में फिर कोशिश करें।',
        'स्क्रिप्ट के बिना वीडियो देखें',
        'वीडियो',
    ),
    'it': (
        'Questo video non è disponibile.',
        'Questo link al video è scaduto. Chiedine uno nuovo dove lo hai trovato.',
        'Al momento non è possibile mostrare questo video. Riprova più tardi.',
        'Guarda il video senza script',
        'Video',
    ),
    'ja': (
        'この動画は利用できません。',
        'この動画へのリンクは期限切れです。リンクを見つけた場所で新しいものを入手してください。',
        'この動画は現在表示できません。しばらくしてからもう一度お試しください。',
        'スクリプトなしで動画を見る',
        '動画',
    ),
    'ko': (
        '이 동영상을 볼 수 없습니다.',
        '이 동영상 링크가 만료되었습니다. 링크를 받은 곳에서 새 링크를 요청하세요.',
        '지금은 이 동영상을 표시할 수 없습니다. 나중에 다시 시도해 주세요.',
        '스크립트 없이 동영상 보기',
        '동영상',
    ),
    'nl': (
        'Deze video is niet beschikbaar.',
        'Deze link naar de video is verlopen. Vraag een nieuwe waar je hem hebt gevonden.',
        'Deze video kan nu niet worden getoond. Probeer het later opnieuw.',
        'Video zonder scripts bekijken',
        'Video',
    ),
    'pl': (
        'Ten film jest niedostępny.',
        'Ten link do filmu wygasł. Poproś o nowy tam, gdzie go znaleziono.',
        'Nie można teraz wyświetlić tego filmu. Spróbuj ponownie później.',
        'Obejrzyj film bez skryptów',
        'Film',
    ),
    'pt': (
        'Este vídeo não está disponível.',
        'Este link para o vídeo expirou. Peça um novo onde o encontrou.',
        'Não é possível mostrar este vídeo agora. Tente novamente mais tarde.',
        'Ver o vídeo sem scripts',
        'Vídeo',
    ),
    'ru': (
        'Это видео недоступно.',
        'Срок действия ссылки на видео истёк. Запросите новую там, где вы её нашли.',
        'Сейчас это видео нельзя показать. Повторите попытку позже.',
        'Смотреть видео без скриптов',
        'Видео',
    ),
    'tr': (
        'Bu video kullanılamıyor.',
        'Bu video bağlantısının süresi doldu. Bulduğunuz yerden yenisini isteyin.',
        'Bu video şu anda gösterilemiyor. Lütfen daha sonra tekrar deneyin.',
        'Videoyu betikler olmadan izle',
        'Video',
    ),
    'uk': (
        'Це відео недоступне.',
        'Термін дії посилання на відео минув. Попросіть нове там, де ви його знайшли.',
        'Зараз це відео не можна показати. Спробуйте пізніше.',
        'Дивитися відео без скриптів',
        'Відео',
    ),
    'zh': (
        '此视频不可用。',
        '此视频链接已过期。请在找到它的地方索取新链接。',
        '目前无法显示此视频。请稍后重试。',
        '不使用脚本观看视频',
        '视频',
    ),
}  # fmt: skip
