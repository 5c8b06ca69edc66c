/** The sentences of an embed page that stand in it before any script runs. */
export interface EmbedWords {
  /** In place of a video that is not there, or not for this visitor. */
  notFound: string;
  /** In place of a private video whose address has ended. */
  expired: string;
  /** In place of a video while the service fails. */
  failed: string;
  /** A link to the file, where scripts are off. */
  watchFile: string;
  /** The title of a page whose video has none. */
  video: string;
}

const en: EmbedWords = {
  notFound: 'This video is not available.',
  expired: 'This link to the video has expired. Ask for a new one where you found it.',
  failed: 'This video cannot be shown right now. Please try again later.',
  watchFile: 'Watch the video without scripts',
  video: 'Video',
};

// In the order of the type: not found, expired, failed, watch the file, video.
const OTHERS: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  ar: [
    'هذا الفيديو غير متاح.',
    'انتهت صلاحية رابط الفيديو هذا. اطلب رابطًا جديدًا من المكان الذي وجدته فيه.',
    'لا يمكن عرض هذا الفيديو الآن. يُرجى المحاولة لاحقًا.',
    'مشاهدة الفيديو بدون برامج نصية',
    'فيديو',
  ],
  de: [
    'Dieses Video ist nicht verfügbar.',
    'Dieser Link zum Video ist abgelaufen. Fragen Sie dort nach einem neuen, wo Sie ihn gefunden haben.',
    'Dieses Video lässt sich gerade nicht zeigen. Bitte versuchen Sie es später noch einmal.',
    'Video ohne Skripte ansehen',
    'Video',
  ],
  es: [
    'Este vídeo no está disponible.',
    'Este enlace al vídeo ha caducado. Pida uno nuevo donde lo encontró.',
    'Este vídeo no se puede mostrar ahora. Inténtelo de nuevo más tarde.',
    'Ver el vídeo sin scripts',
    'Vídeo',
  ],
  fr: [
    "Cette vidéo n'est pas disponible.",
    "Ce lien vers la vidéo a expiré. Demandez-en un nouveau là où vous l'avez trouvé.",
    'Cette vidéo ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
    'Regarder la vidéo sans scripts',
    'Vidéo',
  ],
  he: [
    'הסרטון הזה אינו זמין.',
    'תוקף הקישור לסרטון פג. בקשו קישור חדש במקום שבו מצאתם אותו.',
    'אי אפשר להציג את הסרטון כרגע. נסו שוב מאוחר יותר.',
    'צפייה בסרטון ללא סקריפטים',
    'סרטון',
  ],
  hi: [
    'यह वीडियो उपलब्ध नहीं है।',
    'वीडियो का यह लिंक समाप्त हो गया है। जहाँ यह मिला था, वहाँ नया लिंक माँगें।',
    'यह वीडियो अभी नहीं दिखाया जा सकता। कृपया बाद में फिर कोशिश करें।',
    'स्क्रिप्ट के बिना वीडियो देखें',
    'वीडियो',
  ],
  it: [
    'Questo video non è disponibile.',
    'Questo link al video è scaduto. Chiedine uno nuovo dove lo hai trovato.',
    'Al momento non è possibile mostrare questo video. Riprova più tardi.',
    'Guarda il video senza script',
    'Video',
  ],
  ja: [
    'この動画は利用できません。',
    'この動画へのリンクは期限切れです。リンクを見つけた場所で新しいものを入手してください。',
    'この動画は現在表示できません。しばらくしてからもう一度お試しください。',
    'スクリプトなしで動画を見る',
    '動画',
  ],
  ko: [
    '이 동영상을 볼 수 없습니다.',
    '이 동영상 링크가 만료되었습니다. 링크를 받은 곳에서 새 링크를 요청하세요.',
    '지금은 이 동영상을 표시할 수 없습니다. 나중에 다시 시도해 주세요.',
    '스크립트 없이 동영상 보기',
    '동영상',
  ],
  nl: [
    'Deze video is niet beschikbaar.',
    'Deze link naar de video is verlopen. Vraag een nieuwe waar je hem hebt gevonden.',
    'Deze video kan nu niet worden getoond. Probeer het later opnieuw.',
    'Video zonder scripts bekijken',
    'Video',
  ],
  pl: [
    'Ten film jest niedostępny.',
    'Ten link do filmu wygasł. Poproś o nowy tam, gdzie go znaleziono.',
    'Nie można teraz wyświetlić tego filmu. Spróbuj ponownie później.',
    'Obejrzyj film bez skryptów',
    'Film',
  ],
  pt: [
    'Este vídeo não está disponível.',
    'Este link para o vídeo expirou. Peça um novo onde o encontrou.',
    'Não é possível mostrar este vídeo agora. Tente novamente mais tarde.',
    'Ver o vídeo sem scripts',
    'Vídeo',
  ],
  ru: [
    'Это видео недоступно.',
    'Срок действия ссылки на видео истёк. Запросите новую там, где вы её нашли.',
    'Сейчас это видео нельзя показать. Повторите попытку позже.',
    'Смотреть видео без скриптов',
    'Видео',
  ],
  tr: [
    'Bu video kullanılamıyor.',
    'Bu video bağlantısının süresi doldu. Bulduğunuz yerden yenisini isteyin.',
    'Bu video şu anda gösterilemiyor. Lütfen daha sonra tekrar deneyin.',
    'Videoyu betikler olmadan izle',
    'Video',
  ],
  uk: [
    'Це відео недоступне.',
    'Термін дії посилання на відео минув. Попросіть нове там, де ви його знайшли.',
    'Зараз це відео не можна показати. Спробуйте пізніше.',
    'Дивитися відео без скриптів',
    'Відео',
  ],
  zh: [
    '此视频不可用。',
    '此视频链接已过期。请在找到它的地方索取新链接。',
    '目前无法显示此视频。请稍后重试。',
    '不使用脚本观看视频',
    '视频',
  ],
};

const RTL = new Set(['ar', 'he']);

/** A language of embed pages, and what follows from it. */
export interface EmbedLanguage {
  /** For `lang`. */
  tag: string;
  dir: 'ltr' | 'rtl';
  words: EmbedWords;
}

/** The words of a language; English for one that has none. */
export function embedLanguage(tag: string): EmbedLanguage {
  const [main = ''] = tag.toLowerCase().split('-');
  const found = Object.hasOwn(OTHERS, main) ? OTHERS[main] : undefined;
  if (!found) return { tag: main === 'en' ? tag : 'en', dir: 'ltr', words: en };
  const [notFound, expired, failed, watchFile, video] = found;
  const words = { notFound, expired, failed, watchFile, video };
  return { tag, dir: RTL.has(main) ? 'rtl' : 'ltr', words };
}

/** The first language of an `Accept-Language` header that has words. */
export function preferredLanguage(header: string | null | undefined): string {
  const wanted = (header ?? '')
    .slice(0, 512)
    .split(',')
    .map((part) =>
      /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part),
    )
    .flatMap((match) => (match?.[1] ? [{ tag: match[1], weight: Number(match[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const isKnown = (tag: string) => {
    const [main = ''] = tag.toLowerCase().split('-');
    return main === 'en' || Object.hasOwn(OTHERS, main);
  };
  return wanted.find(({ tag }) => isKnown(tag))?.tag ?? 'en';
}
