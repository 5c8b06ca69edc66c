import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { ownSources } from '../../common/own-sources.ts';
import { param } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { sendHtml } from '../../http/send/send-page.ts';
import { dashboardState, sessionState } from '../../page/dashboard/dashboard-state.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { readRecordFilter } from '../analytics/events-export.ts';

const SCRIPT = /^(?:dashboard|figures-view|timeline|timeline-view)\.js$/;

/** The dashboard of the videos: what a site's owner wants to know of its viewers. */
export const registerDashboardRoutes: RegisterRoutes = (services) => {
  const { controls } = services;
  const sources = path.join(ownSources(), 'page/dashboard');
  const compiled = fileURLToPath(new URL('../../page/dashboard/', import.meta.url));

  controls.on('GET', '/sessions', async (exchange) => {
    const html = await readFile(path.join(sources, 'dashboard.html'), 'utf8');
    sendHtml(exchange, html, { frameAncestors: "'none'" });
  });

  controls.on('GET', '/sessions/figures', async (exchange) => {
    const browser = exchange.query.get('browser') || undefined;
    sendJson(exchange, 200, await dashboardState(services, { ...readRecordFilter(exchange.query), browser }));
  });

  controls.on('GET', '/sessions/:sessionId', (exchange) => {
    const state = sessionState(services, param(exchange, 'sessionId'));
    if (!state) throw notFound('sessionId');
    sendJson(exchange, 200, state);
  });

  controls.on('GET', '/assets/dashboard/:file', async (exchange) => {
    const file = param(exchange, 'file');
    if (file === 'dashboard.css') {
      await sendFile(exchange, path.join(sources, file), 'text/css; charset=utf-8', false);
    } else if (SCRIPT.test(file)) {
      await sendFile(exchange, path.join(compiled, file), 'text/javascript; charset=utf-8', false);
    } else throw notFound('asset');
  });
};
