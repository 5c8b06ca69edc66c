// Written by `npm run manifest` from the files of words in `src/locales`.
/** The sentences of embed pages in the languages beside English. */
export const embedLanguages: Readonly<
  Record<string, Record<'notFound' | 'expired' | 'failed' | 'watchFile' | 'video', string>>
> = {
  ar: {
    notFound: 'هذا الفيديو غير متاح.',
    expired: 'انتهت صلاحية رابط الفيديو هذا. اطلب رابطًا جديدًا من المكان الذي وجدته فيه.',
    failed: 'لا يمكن عرض هذا الفيديو الآن. يُرجى المحاولة لاحقًا.',
    watchFile: 'مشاهدة الفيديو بدون برامج نصية',
    video: 'فيديو',
  },
  de: {
    notFound: 'Dieses Video ist nicht verfügbar.',
    expired:
      'Dieser Link zum Video ist abgelaufen. Fragen Sie dort nach einem neuen, wo Sie ihn gefunden haben.',
    failed: 'Dieses Video lässt sich gerade nicht zeigen. Bitte versuchen Sie es später noch einmal.',
    watchFile: 'Video ohne Skripte ansehen',
    video: 'Video',
  },
  es: {
    notFound: 'Este vídeo no está disponible.',
    expired: 'Este enlace al vídeo ha caducado. Pida uno nuevo donde lo encontró.',
    failed: 'Este vídeo no se puede mostrar ahora. Inténtelo de nuevo más tarde.',
    watchFile: 'Ver el vídeo sin scripts',
    video: 'Vídeo',
  },
  fr: {
    notFound: "Cette vidéo n'est pas disponible.",
    expired: "Ce lien vers la vidéo a expiré. Demandez-en un nouveau là où vous l'avez trouvé.",
    failed: 'Cette vidéo ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
    watchFile: 'Regarder la vidéo sans scripts',
    video: 'Vidéo',
  },
  he: {
    notFound: 'הסרטון הזה אינו זמין.',
    expired: 'תוקף הקישור לסרטון פג. בקשו קישור חדש במקום שבו מצאתם אותו.',
    failed: 'אי אפשר להציג את הסרטון כרגע. נסו שוב מאוחר יותר.',
    watchFile: 'צפייה בסרטון ללא סקריפטים',
    video: 'סרטון',
  },
  hi: {
    notFound: 'यह वीडियो उपलब्ध नहीं है।',
    expired: 'वीडियो का यह लिंक समाप्त हो गया है। जहाँ यह मिला था, वहाँ नया लिंक माँगें।',
    failed: 'यह वीडियो अभी नहीं दिखाया जा सकता। कृपया बाद में फिर कोशिश करें।',
    watchFile: 'स्क्रिप्ट के बिना वीडियो देखें',
    video: 'वीडियो',
  },
  it: {
    notFound: 'Questo video non è disponibile.',
    expired: 'Questo link al video è scaduto. Chiedine uno nuovo dove lo hai trovato.',
    failed: 'Al momento non è possibile mostrare questo video. Riprova più tardi.',
    watchFile: 'Guarda il video senza script',
    video: 'Video',
  },
  ja: {
    notFound: 'この動画は利用できません。',
    expired: 'この動画へのリンクは期限切れです。リンクを見つけた場所で新しいものを入手してください。',
    failed: 'この動画は現在表示できません。しばらくしてからもう一度お試しください。',
    watchFile: 'スクリプトなしで動画を見る',
    video: '動画',
  },
  ko: {
    notFound: '이 동영상을 볼 수 없습니다.',
    expired: '이 동영상 링크가 만료되었습니다. 링크를 받은 곳에서 새 링크를 요청하세요.',
    failed: '지금은 이 동영상을 표시할 수 없습니다. 나중에 다시 시도해 주세요.',
    watchFile: '스크립트 없이 동영상 보기',
    video: '동영상',
  },
  nl: {
    notFound: 'Deze video is niet beschikbaar.',
    expired: 'Deze link naar de video is verlopen. Vraag een nieuwe waar je hem hebt gevonden.',
    failed: 'Deze video kan nu niet worden getoond. Probeer het later opnieuw.',
    watchFile: 'Video zonder scripts bekijken',
    video: 'Video',
  },
  pl: {
    notFound: 'Ten film jest niedostępny.',
    expired: 'Ten link do filmu wygasł. Poproś o nowy tam, gdzie go znaleziono.',
    failed: 'Nie można teraz wyświetlić tego filmu. Spróbuj ponownie później.',
    watchFile: 'Obejrzyj film bez skryptów',
    video: 'Film',
  },
  pt: {
    notFound: 'Este vídeo não está disponível.',
    expired: 'Este link para o vídeo expirou. Peça um novo onde o encontrou.',
    failed: 'Não é possível mostrar este vídeo agora. Tente novamente mais tarde.',
    watchFile: 'Ver o vídeo sem scripts',
    video: 'Vídeo',
  },
  ru: {
    notFound: 'Это видео недоступно.',
    expired: 'Срок действия ссылки на видео истёк. Запросите новую там, где вы её нашли.',
    failed: 'Сейчас это видео нельзя показать. Повторите попытку позже.',
    watchFile: 'Смотреть видео без скриптов',
    video: 'Видео',
  },
  tr: {
    notFound: 'Bu video kullanılamıyor.',
    expired: 'Bu video bağlantısının süresi doldu. Bulduğunuz yerden yenisini isteyin.',
    failed: 'Bu video şu anda gösterilemiyor. Lütfen daha sonra tekrar deneyin.',
    watchFile: 'Videoyu betikler olmadan izle',
    video: 'Video',
  },
  uk: {
    notFound: 'Це відео недоступне.',
    expired: 'Термін дії посилання на відео минув. Попросіть нове там, де ви його знайшли.',
    failed: 'Зараз це відео не можна показати. Спробуйте пізніше.',
    watchFile: 'Дивитися відео без скриптів',
    video: 'Відео',
  },
  zh: {
    notFound: '此视频不可用。',
    expired: '此视频链接已过期。请在找到它的地方索取新链接。',
    failed: '目前无法显示此视频。请稍后重试。',
    watchFile: '不使用脚本观看视频',
    video: '视频',
  },
};

/** Those of them that are written from right to left. */
export const rightToLeft: readonly string[] = ['ar', 'he'];
