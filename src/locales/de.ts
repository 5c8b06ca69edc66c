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
    off: 'Aus',
  },
};

export default de;
