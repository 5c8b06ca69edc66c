// Whose the videos are. A file, for a beginning: put your database in its place.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const FILE = 'data/videos.json';
const read = () => new Map(existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []);

/** The videos of a user, the newest first. */
export const videosOf = (owner) =>
  [...read()]
    .filter(([, video]) => video.owner === owner)
    .map(([videoId, { title }]) => ({ videoId, title }))
    .reverse();

export const isOwnerOf = (user, videoId) => read().get(videoId)?.owner === user;

export const addVideo = (videoId, { owner, title }) => write(read().set(videoId, { owner, title }));

export function removeVideo(videoId) {
  const videos = read();
  videos.delete(videoId);
  write(videos);
}

function write(videos) {
  mkdirSync('data', { recursive: true });
  // By another name first: a reader never finds half of it.
  writeFileSync(`${FILE}.new`, JSON.stringify([...videos]));
  renameSync(`${FILE}.new`, FILE);
}
