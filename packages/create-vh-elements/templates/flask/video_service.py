"""All that the site says to the video service. Only the server knows the API key."""

import base64
import json
import os
import secrets
import sys
import urllib.error
import urllib.request

from flask import g

import videos

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'node_modules/vh-elements/backends/python'))
from vh_backend import VhBackend, verify_webhook  # noqa: E402

BASE_URL, API_KEY = os.environ['VH_BASE_URL'], os.environ['VH_API_KEY']


def _authorize(request, asked):
    if not g.user:
        return False
    if asked['action'] == 'upload':
        # The server writes the owner into the video: no page can say another one.
        return {'title': asked['file']['name'], 'public': False, 'metadata': {'owner': g.user}}
    if asked['action'] in ('playback', 'read'):
        return asked.get('video', {}).get('metadata', {}).get('owner') == g.user
    return asked['action'] == 'refresh'


# What the elements ask below /vh.
backend = VhBackend(
    base_url=BASE_URL,
    api_key=API_KEY,
    allowed_origins=[origin for origin in [os.environ.get('SITE_URL')] if origin],  # a proxy with https in front has another one
    authorize=_authorize,
    subject=lambda request: g.user,
)


def receive_webhook(body, signature):
    """POST /hooks: the service says that a video can be played. Answers with a status."""
    event = verify_webhook(body, signature, os.environ['VH_WEBHOOK_SECRET'])
    if not event:
        return 401
    # Each size of a film has its own event, and each may come twice.
    if event['type'] == 'video.encoding.quality.completed':
        status, video = _ask('GET', f'/videos/{event["videoId"]}')
        if status != 200:
            return 204 if status == 404 else 502  # deleted meanwhile; otherwise the service sends it again
        owner = next((one['value'] for one in video['metadata'] if one['key'] == 'owner'), None)
        if owner:
            videos.add_video(event['videoId'], owner, video['title'])
        backend.end_upload(event['videoId'])
    return 204


def add_captions(video_id, language, text):
    """Gives a video its captions of a language, or other ones; False if the service does not take them."""
    path = f'/videos/{video_id}/captions/{language}'
    _ask('DELETE', path)
    boundary = secrets.token_hex(16)
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{language}.vtt"\r\ncontent-type: text/vtt\r\n\r\n'
    body = head.encode() + text + f'\r\n--{boundary}--\r\n'.encode()
    status, _ = _ask('POST', path, body, f'multipart/form-data; boundary={boundary}')
    return status < 300


def delete_video(video_id):
    """Deletes a video, from the site's list, too; False if the service does not."""
    status, _ = _ask('DELETE', f'/videos/{video_id}')
    if status >= 300 and status != 404:
        return False
    videos.remove_video(video_id)
    return True


def _ask(method, path, body=None, kind='application/json'):
    """Asks the service with the API key: the status, and the JSON of the answer."""
    key = base64.b64encode(f'{API_KEY}:'.encode()).decode()
    headers = {'authorization': f'Basic {key}', 'content-type': kind}
    try:
        with urllib.request.urlopen(
            urllib.request.Request(BASE_URL + path, body, headers, method=method), timeout=10
        ) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, None
    except OSError:
        return 502, None
