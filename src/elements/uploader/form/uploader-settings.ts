import type { BackendCredentials } from '../../../core/config.ts';
import type { UploadProtocol } from '../../../core/wire/grant.ts';
import type { CaptureKind, GrantProvider } from '../../../upload/index.ts';
import { parseBytes } from '../../host/attribute-values.ts';
import { FormControl } from './form-control.ts';
import type { ShareAddress } from '../host/share-address.ts';

/** What a page says to an uploader, by attributes and properties. */
export abstract class UploaderSettings extends FormControl {
  static override properties = {
    token: {},
    grant: { attribute: false },
    backend: {},
    credentials: {},
    baseUrl: { attribute: 'base-url' },
    assetUrl: { attribute: 'asset-url' },
    protocol: {},
    videoId: { attribute: 'video-id' },
    subject: {},
    accept: {},
    capture: {},
    multiple: { type: Boolean },
    directory: { type: Boolean },
    concurrency: { type: Number },
    maxFiles: { attribute: 'max-files', type: Number },
    maxSize: { attribute: 'max-size', converter: parseBytes },
    maxDuration: { attribute: 'max-duration', type: Number },
    minDuration: { attribute: 'min-duration', type: Number },
    minWidth: { attribute: 'min-width', type: Number },
    minHeight: { attribute: 'min-height', type: Number },
    maxWidth: { attribute: 'max-width', type: Number },
    maxHeight: { attribute: 'max-height', type: Number },
    optimize: {},
    name: { reflect: true },
    // So that lit hands on what the page has set before the element was defined: else that would hide the accessor.
    value: { attribute: false, noAccessor: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean },
    withoutAutostart: { attribute: 'without-autostart', type: Boolean },
    withoutAutosubmit: { attribute: 'without-autosubmit', type: Boolean },
    dropOn: { attribute: 'drop-on' },
    withoutDrop: { attribute: 'without-drop', type: Boolean },
    withoutResume: { attribute: 'without-resume', type: Boolean },
    withoutAutoresume: { attribute: 'without-autoresume', type: Boolean },
    keepFiles: { attribute: 'keep-files', converter: parseBytes },
    captions: { type: Boolean },
    withDetails: { attribute: 'with-details', type: Boolean },
    uploadGroup: { attribute: 'upload-group' },
    withPoster: { attribute: 'with-poster', type: Boolean },
    withTrim: { attribute: 'with-trim', type: Boolean },
    withChecksum: { attribute: 'with-checksum', type: Boolean },
    withShare: { attribute: 'with-share', type: Boolean },
    withDuplicateWarning: { attribute: 'with-duplicate-warning', type: Boolean },
    shareUrl: { attribute: 'share-url' },
    embedUrl: { attribute: 'embed-url' },
  };

  /** A delegated upload token; it needs `base-url`. */
  declare token: string | undefined;
  /** A grant, or a function that asks the page's own server for one: `(reason, request) => Promise<Grant>`. */
  declare grant: GrantProvider | undefined;
  /** The page backend that grants uploads. */
  declare backend: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  declare credentials: BackendCredentials | undefined;
  /** The service's address, for a token. */
  declare baseUrl: string | undefined;
  /** Where the service keeps its media: asked when nothing else tells whether the video is playable. */
  declare assetUrl: string | undefined;
  /** The upload protocol, unless the grant names one; `parts` by default. */
  declare protocol: UploadProtocol | undefined;
  /** An existing, empty video to upload into. */
  declare videoId: string | undefined;
  /**
   * The site's own id of the visitor, not an email address or a name. An unfinished upload is offered to the same visitor
   * only. A change counts as a sign-out: uploads and recordings stop, rows and value are removed.
   */
  declare subject: string | undefined;
  /** The kinds of file that are accepted, as an `input`'s `accept`. */
  declare accept: string | undefined;
  /** The source that people may record here, beside files: `camera`, `screen`, or `screen camera`: the camera in a corner of the screen. */
  declare capture: CaptureKind | undefined;
  /** True to take several files, one after the other and as folders. */
  declare multiple: boolean;
  /** True when the dialog chooses a folder, with `multiple`. */
  declare directory: boolean;
  /** How many files are sent at the same time, with `multiple`; 2 by default. */
  declare concurrency: number | undefined;
  /** The largest number of files, with `multiple`. */
  declare maxFiles: number | undefined;
  /** The largest accepted file, in bytes; the attribute takes a unit: `2 GB`. */
  declare maxSize: number | undefined;
  /** The longest accepted video, in seconds. */
  declare maxDuration: number | undefined;
  /** The shortest accepted video, in seconds. */
  declare minDuration: number | undefined;
  /** The smallest accepted width of the picture, in pixels. */
  declare minWidth: number | undefined;
  /** The smallest accepted height of the picture, in pixels. */
  declare minHeight: number | undefined;
  /** The largest accepted width of the picture, in pixels. */
  declare maxWidth: number | undefined;
  /** The largest accepted height of the picture, in pixels. */
  declare maxHeight: number | undefined;
  /** Makes the video smaller before it is sent: empty, `720p` or `720p 2M`. Without it, the file is sent unchanged. */
  declare optimize: string | undefined;
  /** The name under which a form submits the video's id. */
  declare name: string | undefined;
  /** True when a form may not be submitted without a video. */
  declare required: boolean;
  /** Disables adding and removing files. */
  declare disabled: boolean;
  /** True to wait for `start()` when a file is chosen. */
  declare withoutAutostart: boolean;
  /** True to leave it to the visitor to send a form again that was sent before the upload was stored. */
  declare withoutAutosubmit: boolean;
  /** `page` to take files that are dropped anywhere on the page. */
  declare dropOn: 'page' | undefined;
  /** True to take files from the dialog only, not by drop and paste. */
  declare withoutDrop: boolean;
  /** True to store nothing about uploads in the browser: they end with the page, and other tabs are not taken into account. */
  declare withoutResume: boolean;
  /**
   * True to offer what an earlier page has left, and to continue it only after a click. Without it, an upload continues by itself
   * where the browser still gives its file, for the same `subject` or in the same tab.
   */
  declare withoutAutoresume: boolean;
  /** Keeps copies of files while they are sent, so that the next page continues: bytes of all together; `200 MB`. */
  declare keepFiles: number | undefined;
  /** True to let the author add captions to a stored video; it needs `backend`. */
  declare captions: boolean;
  /** True to let the author say what a film is called and what it is about: title, description, tags. Saved by `backend`. */
  declare withDetails: boolean;
  /** The name under which the page keeps a removed element's unfinished uploads, for the next one with this name, destination and `subject`; `name` by default. */
  declare uploadGroup: string | undefined;
  /** True to let the author choose the picture that shows before a film plays: of the film, or of a file. Saved by `backend`. */
  declare withPoster: boolean;
  /** True to let the author cut off the start and the end of a film; it is sent when they press "Upload", or by `start()`. */
  declare withTrim: boolean;
  /** True to compute the SHA-256 of what is sent, to show it, and to compare it with what the service says of the stored file. */
  declare withChecksum: boolean;
  /** True to show the way to the end of an upload: how long it is processed, then its picture, link and embed code. */
  declare withShare: boolean;
  /**
   * True to remember in this browser which films were uploaded, and to ask before one of them is uploaded again. A change of `subject`
   * forgets them.
   */
  declare withDuplicateWarning: boolean;
  /** The address of a video's page, with `{id}` for its id, or a function that says it; by default that of the service's player. */
  declare shareUrl: ShareAddress | undefined;
  /** The same for the address that its embed code shows in a frame. */
  declare embedUrl: ShareAddress | undefined;
}
