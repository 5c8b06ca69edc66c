import { answerDeletion } from '../../../../lib/my-videos.js';

export const DELETE = ({ request, params }) => answerDeletion(request, params);
