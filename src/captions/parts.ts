/** What only a file of captions itself says, to who reads it: with one that the browser cannot read, or that has its author's styles. */
export const loadFileReaders = () => import('./file-readers.ts');

/** What is read aloud, captions and the audio description: for viewers who chose that, and media that have one. */
export const loadSpeech = () => import('./speech/speech.ts');

/** Captions that are translated on the device: for viewers who open a menu of captions, where the browser can. */
export const loadTranslation = () => import('./translate/caption-translation.ts');
