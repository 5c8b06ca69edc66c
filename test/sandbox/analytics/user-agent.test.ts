import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readUserAgent } from '../../../packages/vh-elements-sandbox/src/resources/analytics/user-agent.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

describe('user agents', () => {
  for (const [header, device, os, browser] of [
    [CHROME, 'computer', 'Windows', 'Chrome'],
    [CHROME.replace('Chrome/', 'HeadlessChrome/'), 'computer', 'Windows', 'Chrome'],
    [IPHONE, 'phone', 'iOS', 'Safari'],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
      'tablet',
      'iOS',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
      'computer',
      'Mac OSX',
      'Safari',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      'computer',
      'Linux',
      'Firefox',
    ],
    [`${CHROME} Edg/130.0.0.0`, 'computer', 'Windows', 'Edge'],
    [`${CHROME} OPR/114.0.0.0`, 'computer', 'Windows', 'Opera'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'phone',
      'Android',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'tablet',
      'Android',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0 TV Safari/537.36',
      'tv',
      'Linux',
      'Samsung Browser',
    ],
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
      'console',
      'unknown',
      'Safari',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0',
      'console',
      'Windows',
      'Edge',
    ],
    [
      'Mozilla/5.0 (Linux; Android 11; Wear OS) AppleWebKit/537.36 Chrome/100.0 Mobile Safari/537.36',
      'wearable',
      'Android',
      'Chrome',
    ],
    ['Dalvik/2.1.0 (Linux; U; Android 11; Pixel 5)', 'phone', 'Android', 'unknown'],
    ['curl/8.0', 'unknown', 'unknown', 'unknown'],
    ['', 'unknown', 'unknown', 'unknown'],
  ] as const) {
    it(`know ${header.slice(0, 60) || 'nothing'}`, () => {
      const agent = readUserAgent(header);
      assert.deepEqual([agent.device.type, agent.os.name, agent.client.name], [device, os, browser]);
    });
  }
});
