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
    playTitle: '{title} abspielen',
    player: 'Videoplayer',
    processing: 'Gleich so weit: Das Video wird noch vorbereitet und startet dann von selbst',
    pause: 'Pause',
    replay: 'Noch einmal ansehen',
    seek: 'Spulen',
    position: '{time} von {duration}',
    live: 'Live',
    mute: 'Ton aus',
    unmute: 'Ton an',
    volume: 'Lautstärke',
    captions: 'Untertitel',
    fullscreen: 'Vollbild',
    exitFullscreen: 'Vollbild verlassen',
    buffering: 'Wird geladen',
    retry: 'Noch einmal versuchen',
    notFound: 'Dieses Video ist nicht mehr hier, oder noch nicht.',
    forbidden: 'Dieses Video ist für Sie gerade nicht freigegeben.',
    network: 'Das Video ist nicht erreichbar. Ist die Verbindung in Ordnung?',
    broken: 'Dieses Video lässt sich nicht abspielen.',
    unsupported: 'Dieser Browser kann das Video nicht abspielen.',
  },
  captions: {
    captions: 'Untertitel',
    off: 'Aus',
  },
};

export default de;
