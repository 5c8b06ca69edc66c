import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, der, integer, oid, utcTime } from './der.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';

/** A key and a certificate that it has signed itself, for this machine's own names and `host`, good for a month. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der('sequence', oid(ECDSA_WITH_SHA256));
  const name = der(
    'sequence',
    der('set', der('sequence', oid(COMMON_NAME), der('utf8', Buffer.from('localhost')))),
  );
  const certificate = der(
    'sequence',
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    der('sequence', utcTime(Date.now() - DAY_MS), utcTime(Date.now() + 30 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der('sequence', basicConstraints(), alternativeNames(host))),
  );
  const signed = der('sequence', certificate, algorithm, bits(sign('sha256', certificate, privateKey)));
  const base64 = signed.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function basicConstraints(): Buffer {
  // It may stand as its own authority, so that a client can be set to trust it.
  const content = der('sequence', der('boolean', Buffer.of(0xff)));
  return der(
    'sequence',
    oid(BASIC_CONSTRAINTS),
    der('boolean', Buffer.of(0xff)),
    der('octetString', content),
  );
}

function alternativeNames(host: string): Buffer {
  const addresses = new Set(['127.0.0.1', ...(isIP(host) === 4 ? [host] : [])]);
  const names = new Set(['localhost', ...(isIP(host) === 0 && /^[\x21-\x7e]+$/.test(host) ? [host] : [])]);
  const content = der(
    'sequence',
    ...[...names].map((one) => der(0x82, Buffer.from(one))),
    ...[...addresses].map((one) => der(0x87, Buffer.from(one.split('.').map(Number)))),
    der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.of(1)])),
  );
  return der('sequence', oid(SUBJECT_ALT_NAME), der('octetString', content));
}
