"""The site: signing in, the pages, and what the elements ask."""

import hmac
import os
import re
from datetime import timedelta
from functools import wraps

from dotenv import load_dotenv
from flask import Flask, Response, abort, g, jsonify, redirect, request, send_from_directory, session

load_dotenv()

import video_service  # noqa: E402  (it reads the settings)
import videos  # noqa: E402

SERVICE = os.environ['VH_BASE_URL']
ELEMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'node_modules/vh-elements/dist/cdn')
POLICY = (
    f"default-src 'self'; connect-src 'self' {SERVICE}; img-src 'self' data: {SERVICE}; media-src 'self' blob: {SERVICE}; "
    "require-trusted-types-for 'script'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
# Put the users of your database in the place of these.
USERS = dict(user.split(':', 1) for user in os.environ.get('SITE_USERS', '').split())

app = Flask(__name__, static_folder=None)
app.config.update(
    SECRET_KEY=os.environ['SESSION_SECRET'],
    SESSION_COOKIE_SAMESITE='Lax',
    SESSION_COOKIE_SECURE=os.environ.get('SITE_URL', '').startswith('https:'),
    PERMANENT_SESSION_LIFETIME=timedelta(days=7),
    MAX_CONTENT_LENGTH=8 * 2**20,
)


@app.before_request
def refuse_other_sites():
    # Forms of other sites: a browser says where a request comes from.
    if request.method == 'POST' and request.headers.get('sec-fetch-site') == 'cross-site':
        abort(403)
    g.user = session.get('user')


@app.after_request
def protect(response):
    response.headers.setdefault('content-security-policy', POLICY)
    response.headers.setdefault('referrer-policy', 'same-origin')
    response.headers.setdefault('x-content-type-options', 'nosniff')
    return response


def for_users(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        return view(*args, **kwargs) if g.user else abort(401)

    return guarded


@app.get('/')
def home():
    return send_from_directory('public', 'index.html') if g.user else redirect('/sign-in', 303)


@app.get('/sign-in')
def sign_in_page():
    return send_from_directory('public', 'sign-in.html')


@app.post('/sign-in')
def sign_in():
    name, password = request.form.get('name', ''), request.form.get('password', '')
    # In constant time: how long it takes says nothing about a password.
    is_right = hmac.compare_digest(USERS.get(name, '').encode(), password.encode())
    if not is_right or name not in USERS:
        return redirect('/sign-in#wrong', 303)
    session.clear()
    session['user'] = name
    session.permanent = True
    return redirect('/', 303)


@app.post('/sign-out')
def sign_out():
    session.clear()
    return redirect('/sign-in', 303)


@app.get('/my-videos')
@for_users
def my_videos():
    return jsonify(videos.videos_of(g.user))


@app.delete('/my-videos/<video_id>')
@for_users
def delete_video(video_id):
    if not videos.is_owner_of(g.user, video_id):
        abort(404)
    return '', 204 if video_service.delete_video(video_id) else 502


@app.post('/my-videos/<video_id>/captions/<language>')
@for_users
def add_captions(video_id, language):
    if not videos.is_owner_of(g.user, video_id):
        abort(404)
    if request.mimetype != 'text/vtt' or not re.fullmatch(r'[a-z]{2,3}', language):
        abort(400)
    text = request.get_data()
    if len(text) > 1_000_000:
        abort(413)
    return '', 204 if video_service.add_captions(video_id, language, text) else 422


@app.post('/hooks')
def hooks():
    return '', video_service.receive_webhook(request.get_data(), request.headers.get('x-api-video-signature'))


@app.route('/vh/<path:_>', methods=['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE'])
def elements_ask(_):
    return Response.from_app(video_service.backend.wsgi, request.environ)


@app.get('/vh-elements/<name>')
def elements(name):
    return send_from_directory(ELEMENTS, name)


@app.get('/<any("site.css", "videos.js", "icon.svg"):name>')
def public_file(name):
    return send_from_directory('public', name)
