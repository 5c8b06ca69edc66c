import type { ElementWords } from './load-words.ts';

const de: ElementWords = {
  uploader: {
    drop: 'Video hier ablegen',
    or: 'oder',
    choose: 'Video auswählen',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    cancel: 'Abbrechen',
    retry: 'Noch einmal versuchen',
  },
  player: {
    play: 'Abspielen',
    pause: 'Pause',
  },
  captions: {
    captions: 'Untertitel',
    current: 'Untertitel: {name}',
    off: 'Aus',
    none: 'Keine Untertitel',
  },
};

export default de;
