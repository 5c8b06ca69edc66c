import { html, type TemplateResult } from 'lit';
import type { RecorderWords } from '../../../locales/en/recorder.ts';
import {
  RecordedFile,
  recoverRecordings,
  type Recorder,
  type RecoveredRecording,
} from '../../../upload/index.ts';
import type { RecordingReceiver, UploaderHost } from '../host/uploader-host.ts';

/** Offers what a crash or a closed page has left of a recording: the newest first, one at a time. */
export class RecoveryOffer {
  readonly #host: UploaderHost;
  readonly #receiver: RecordingReceiver;
  #recordings: readonly RecoveredRecording[] = [];
  /** Recordings that this page alone has: the browser could not keep all of them. */
  #inMemory: readonly RecoveredRecording[] = [];
  /** Whose they are. */
  #subject: string | undefined;
  /** Recordings that are being uploaded: they stay stored until every byte has arrived. */
  readonly #uploading = new Map<File, RecoveredRecording>();

  constructor(host: UploaderHost, receiver: RecordingReceiver) {
    this.#host = host;
    this.#receiver = receiver;
  }

  get #all(): readonly RecoveredRecording[] {
    return [...this.#inMemory, ...this.#recordings];
  }

  /** Finds left recordings, and claims them for this page. */
  async find(): Promise<void> {
    const { subject } = this.#host;
    this.#subject = subject;
    const found = await recoverRecordings(subject);
    if (!this.#host.isConnected || this.#subject !== subject)
      return found.forEach((recording) => recording.release());
    this.#recordings = [...this.#recordings, ...found];
    this.#host.requestUpdate();
  }

  /** Looks again when the visitor changes: a recording is offered to its own maker only. */
  async followSubject(): Promise<void> {
    if (this.#host.withoutResume || this.#host.subject === this.#subject) return;
    for (const recording of this.#recordings) recording.release();
    this.#recordings = [];
    await this.find();
  }

  /** Offers a recording again that was not uploaded after all. */
  offerAgain(): void {
    for (const [file, recording] of this.#uploading) {
      if (this.#receiver.wants(file)) continue;
      this.#uploading.delete(file);
      this.#recordings = [recording, ...this.#recordings];
    }
  }

  /** Offers a recording that is lost with this page otherwise. */
  offerFromMemory(file: File, recorder: Pick<Recorder, 'release' | 'forget'>): void {
    const { name, type, lastModified } = file;
    const begun = new Date(lastModified);
    const discard = () => recorder.forget(file);
    const release = () => void recorder.release(file);
    const copy = new RecordedFile([file.slice()], name, { type, lastModified });
    this.#inMemory = [{ name, begun, file: copy, release, discard, giveUp: discard }, ...this.#inMemory];
    this.#host.requestUpdate();
  }

  /** It is stored somewhere else. */
  async forget(file: File): Promise<void> {
    const recording = this.#uploading.get(file);
    this.#uploading.delete(file);
    await recording?.discard();
  }

  /** Leaves everything for another time. */
  release(): void {
    for (const recording of [...this.#all, ...this.#uploading.values()]) recording.release();
    this.#recordings = this.#inMemory = [];
    this.#uploading.clear();
  }

  /** The offer; nothing while there is none. */
  render(words: RecorderWords, locale: string): TemplateResult | undefined {
    const [recording] = this.#all;
    if (!recording) return undefined;
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    return html`
      <div class="left-behind">
        <p>${words.left.replace('{time}', () => time.format(recording.begun))}</p>
        <button class="button primary" type="button" @click=${() => this.#upload(recording)}>
          ${words.uploadLeft}
        </button>
        <button class="button" type="button" @click=${() => this.#discard(recording)}>
          ${words.deleteLeft}
        </button>
      </div>
    `;
  }

  #upload(recording: RecoveredRecording): void {
    this.#removeFromOffer(recording);
    this.#uploading.set(recording.file, recording);
    this.#receiver.take([recording.file]);
  }

  #discard(recording: RecoveredRecording): void {
    this.#removeFromOffer(recording);
    void recording.giveUp(this.#host);
  }

  #removeFromOffer(recording: RecoveredRecording): void {
    this.#recordings = this.#recordings.filter((other) => other !== recording);
    this.#inMemory = this.#inMemory.filter((other) => other !== recording);
    this.#host.requestUpdate();
  }
}
