import { parsePlayback, type Playback } from '../core/wire/playback.ts';
import { parseJson, readList, readRecord, readText } from '../core/wire/read-json.ts';

/** The id of the data block in which the page hands its settings to its script. */
export const SETTINGS_ID = 'vh-embed-settings';

/** The server's settings for the script of its embed page. */
export interface PageSettings {
  /** The playback, if the server has it at hand. Otherwise the script requests it. */
  playback?: Playback | undefined;
  /** True where the server calls that playback public: then a page may get the file's address. */
  isPublic?: boolean | undefined;
  /** False where the owner's theme forbids other pages to drive the player. */
  allowsApi?: boolean | undefined;
  /** The origins whose pages may drive the player. Absent: any page that may embed it. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * True where a token of the address is swapped for a cookie that opens this one video: the page sends it in a frame, too,
   * so that its visitor may load it again.
   */
  swapsTokens?: boolean | undefined;
  /** Asks the visitor before anything is requested. */
  consent?: boolean | undefined;
}

/** Reads the settings as the server wrote them. */
export function readPageSettings(text: string | undefined): PageSettings {
  const from = readRecord(parseJson(text));
  const origins = from?.['allowedOrigins'];
  return {
    playback: readRecord(from?.['playback']) && parsePlayback(from?.['playback']),
    allowedOrigins: Array.isArray(origins)
      ? readList(origins)
          .map(readText)
          .filter((one) => one !== undefined)
      : undefined,
    consent: from?.['consent'] === true,
    isPublic: from?.['isPublic'] === true,
    swapsTokens: from?.['swapsTokens'] === true,
    allowsApi: from?.['allowsApi'] !== false,
  };
}
