import { type Quality, resolutionOf } from '../../../../../playback/index.ts';
import { chapterAt, markerAt, speedOf } from '../../../../../captions/index.ts';
import { formatTime } from '../../../format/format-time.ts';
import type { SkinContext } from '../../context/control.ts';
import {
  captionDelayPage,
  captionsPage,
  captionStylePage,
  secondCaptionsPage,
  type CaptionsMenu,
} from './captions-pages.ts';
import type { Choice, MenuPage } from './menu-page.ts';
import { playlistPage } from './playlist-page.ts';
import { formatSpeed, speedsOf } from './speeds.ts';
import { volumePage } from './volume-page.ts';

type PageMaker = (skin: SkinContext, menu: CaptionsMenu) => MenuPage | undefined;

const MAKERS: readonly PageMaker[] = [
  playlistPage,
  chaptersPage,
  markersPage,
  qualityPage,
  speedPage,
  volumePage,
  fitPage,
  audioPage,
  captionsPage,
  secondCaptionsPage,
  captionDelayPage,
  captionStylePage,
  autoplayNextPage,
];

/** The pages that have something to choose, in their order. */
export function pagesOf(skin: SkinContext, menu: CaptionsMenu): readonly MenuPage[] {
  const isOffered = (page: MenuPage | undefined): page is MenuPage =>
    page !== undefined &&
    (page.choices.length > 1 ||
      (page.isList === true && page.choices.length > 0) ||
      page.isPanel === true ||
      page.search !== undefined) &&
    skin.has(page.name);
  return MAKERS.map((make) => make(skin, menu)).filter(isOffered);
}

function chaptersPage({ chapters, timeline, words }: SkinContext): MenuPage {
  const now = chapterAt(chapters, timeline.time);
  return {
    name: 'chapters',
    title: words.chapters,
    now: now?.title ?? '',
    choices: chapters.map((chapter) => ({
      label: chapter.title,
      detail: formatTime(chapter.startTime),
      isChosen: chapter === now,
      choose: () => timeline.seekTo(chapter.startTime),
    })),
  };
}

function markersPage({ markers, timeline, words }: SkinContext): MenuPage {
  const now = markerAt(markers, timeline.time);
  return {
    name: 'markers',
    title: words.markers,
    now: now?.title ?? '',
    isList: true,
    choices: markers.map((marker) => ({
      label: marker.title,
      detail: formatTime(marker.time),
      isChosen: marker === now,
      choose: () => timeline.seekTo(marker.time),
    })),
  };
}

function qualityPage({ host, words, choices: kept }: SkinContext): MenuPage {
  const { qualities, quality, currentQuality } = host;
  const set = (value: Quality | 'auto') => () => {
    host.quality = value;
    kept.keep({ quality: value });
  };
  const nameOf = (one: Quality) => nameOfQuality(one, qualities);
  const auto: Choice = {
    label: words.auto,
    isChosen: quality === 'auto',
    choose: set('auto'),
  };
  const isChosen = (one: Quality) =>
    quality !== 'auto' && one.bitrate === quality.bitrate && one.height === quality.height;
  const autoNow = currentQuality ? words.autoNow.replace('{name}', () => nameOf(currentQuality)) : words.auto;
  return {
    name: 'quality',
    title: words.quality,
    now: quality === 'auto' ? autoNow : nameOf(quality),
    choices: [
      auto,
      ...qualities
        .map((one) => ({ label: nameOf(one), isChosen: isChosen(one), choose: set(one) }))
        .reverse(),
    ].slice(0, qualities.length > 1 ? undefined : 1),
  };
}

/** `720p`, `720p60`; with its bitrate where two are alike otherwise, `128 kbit/s` where there is no picture. */
function nameOfQuality(quality: Quality, all: readonly Quality[]): string {
  if (resolutionOf(quality) === 0) return `${Math.round(quality.bitrate / 1e3)} kbit/s`;
  const short = ({ frameRate = 0, ...size }: Quality) =>
    `${resolutionOf(size)}p${frameRate > 30 ? Math.round(frameRate) : ''}`;
  const isAlone = all.filter((other) => short(other) === short(quality)).length < 2;
  return isAlone ? short(quality) : `${short(quality)} · ${(quality.bitrate / 1e6).toFixed(1)} Mbit/s`;
}

function speedPage({
  host,
  media,
  timeline,
  words,
  locale,
  choices: kept,
}: SkinContext): MenuPage | undefined {
  if (timeline.isLive) return undefined;
  const nameOf = (speed: number) => (speed === 1 ? words.normalSpeed : formatSpeed(speed, locale));
  return {
    name: 'speed',
    title: words.speed,
    now: nameOf(speedOf(media)),
    choices: speedsOf(host).map((speed) => ({
      label: nameOf(speed),
      isChosen: speed === speedOf(media),
      choose: () => {
        media.playbackRate = speed;
        media.defaultPlaybackRate = speed;
        kept.keep({ speed });
      },
    })),
  };
}

function audioPage({ host, words }: SkinContext): MenuPage {
  const tracks = [...(host.audioTracks ?? [])];
  const nameOf = ({ label, language }: { label: string; language: string }) =>
    label || language || words.audio;
  const enabled = tracks.find((track) => track.enabled);
  return {
    name: 'audio',
    title: words.audio,
    now: enabled ? nameOf(enabled) : '',
    choices: tracks.map((track) => ({
      label: nameOf(track),
      lang: track.language || undefined,
      isChosen: track.enabled,
      choose: () => (track.enabled = true),
    })),
  };
}

function autoplayNextPage({ host, words, choices: kept, update }: SkinContext): MenuPage | undefined {
  if (!host.playlist || host.playlist.length < 2) return undefined;
  const choice = (autoplayNext: boolean, label: string): Choice => ({
    label,
    isChosen: kept.autoplayNext === autoplayNext,
    choose: () => {
      kept.keep({ autoplayNext });
      update();
    },
  });
  return {
    name: 'autoplay-next',
    title: words.autoplayNext,
    now: kept.autoplayNext ? words.on : words.off,
    choices: [choice(true, words.on), choice(false, words.off)],
  };
}

/** How the picture stands in a player of another shape. In one of its own shape there is nothing to choose. */
function fitPage({ media, words, choices: kept, update }: SkinContext): MenuPage | undefined {
  if (media.videoWidth === 0 || media.classList.contains('nearly')) return undefined;
  const choice = (fit: 'whole' | 'fill', label: string): Choice => ({
    label,
    isChosen: kept.fit === fit,
    choose: () => {
      kept.keep({ fit });
      update();
    },
  });
  const choices = [choice('whole', words.fitWhole), choice('fill', words.fitFill)];
  const now = choices.find(({ isChosen }) => isChosen)?.label ?? '';
  return { name: 'fit', title: words.fit, now, choices };
}
