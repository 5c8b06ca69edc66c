export { answerList as GET } from '../../../lib/my-videos.js';
