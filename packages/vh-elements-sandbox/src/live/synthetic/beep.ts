import type { AudioTrack } from '../frames/media-frame.ts';

// AAC frames (LC, 48 kHz, one channel) of a tone of 1 kHz that was made for this project and encoded once: no encoder
// is needed to put them into a stream whenever a second begins.

/** How the sound is encoded. */
export const BEEP_TRACK: AudioTrack = { sampleRate: 48_000, channels: 1, config: Buffer.of(0x11, 0x88) };

/** A frame of silence. */
export const SILENCE: Buffer = Buffer.of(0x01, 0x18, 0x20, 0x07);

/** The frames of one beep; the tone can be heard from the third on. */
export const BEEP: readonly Buffer[] = [
  Buffer.from('ARhABw==', 'base64'),
  Buffer.from(
    'AOyZmD2+KZK+qTG/X6fr+pFV4v/6vv+q/uHf+v2+91+OvYqC0JZC5Dt8Ps5B0Hq0hDuSzDIBhcIe6D2oGtA8mfOdGdMbs8RqG6aR' +
      'bKpQVSghIBYklJHF99999952mnvjy5rRHLJpWBbmlrCETyXAiIgdm1VZ480Ehm+u1KT6cTMP+ISgRiJ2ck5e7X0gSEbOoda4VhMW' +
      '0nTkZuwkAeTQfpvruAj/ff1fivq/wnb+4CUKORfCJMeRSz7Ts7vHNWf7ksObCR1ESnJEKRETi2mtGxbFYtE4hE3I53ISCIiAOdgf' +
      '8f6X4HaY7KW2JVM2CdInE/7v7v+b+b+a+9sJqdKnShxBxBxPVvRexdV49x3BMAkCQCMjIyPzeTzeTrwxwqUNFSyO0rS/gbVjS8Kh' +
      'QdBRq/pVH5lyTt6gRzMD2H2K7XWMnHo8fFrEtZB/a/vqBB4d2r8V1rt7YvN2hbKp3Cqpi1O2VSLqjGQny1c=',
    'base64',
  ),
  Buffer.from(
    'ARj0LexSoAAAvJckuS5JFosIWmMZ5tm2bZpl0oJu5i/vEgjJGQSU0k+ESiRiUmXL9UnxPnJL7D7DH8QlIcSe8k9xJiySTkijx8H7' +
      'Ns5xKMY2zbNMxV0yHj5vN5vCZCfDDCRwNmxxmZC9/f3Hx8Zh7++g/x8Zh7++gfHw2Pf3hP8fGYe/voHx8Nj394T/Hw2n399A+Pht' +
      'Pv7wn+PhtPv76B8fDaff3hP8fDaff30D4+G0+/vCf4+G0+/voP8fDaff3hP8fDaff3hHx8GT7+5H+PhtPv76B8fBuA==',
    'base64',
  ),
  Buffer.from(
    'APwxmRZEuVWVmtfs+9Xdy7kTUlySRAdnZ2dnZ2dsOuMZ6ZkRPI8C8mkPmD8EiGNylCJzkUKMDAwMDAwMDAwMDAwMDAwMDAwMDAwM' +
      'DAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM' +
      'DAwMDAwMDAwMDAwMDAwMDAwNwA==',
    'base64',
  ),
  Buffer.from(
    'ARw0ELaU0u6VFPt+sXtxbzvitJckkREAAAGI9fp07W74PPc9z3FiCLpBmvI7Dl9dwVfMGYMUnimIJBGhYSCCMDw8PDw8PW7gAAAA' +
      'DBh44w8PDw8+7iAAAADDD2h4eHh4e7uIAAAAMO9oeHh4eHrdwAAAAAAd7Q8PDw8Pd3AAAAADDvaHh4eHh7vYAAAAAMO9oeHh4e27' +
      'wAAAAACneMPDw8PW7iAAAAAB3eMPDw8+7uAAAAAGHdx4eHh5/g==',
    'base64',
  ),
  Buffer.from(
    'ARg0GPZmEWXr2548eQKmXJpwtcta11EqBnBwwCSO1JNH2hz46qzASSbBsQS6R5OJekPM5LtmkJBDZy704qj19P1XcMdsSRIUjq6K' +
      'G222zGoodddW7RRQ22223RRQ6666tdFBm2226KKFuuuroooM222Y1FDrrrq6KDGM2Y1FC3c+da6KDGMYxqKF58+dpdFFBqzGNRQt' +
      'bTS10UGrrrMaihbTTTS6KKzVmMaha2mmlroNXw==',
    'base64',
  ),
];

/** How many frames of a beep come before its tone. */
export const BEEP_LEAD_FRAMES = 2;
