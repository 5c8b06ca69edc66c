import { answerList } from '../../../lib/my-videos.js';

export const GET = ({ request }) => answerList(request);
