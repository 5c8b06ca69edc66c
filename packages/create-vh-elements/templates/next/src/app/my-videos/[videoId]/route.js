import { answerDeletion } from '../../../../lib/my-videos.js';

export const DELETE = async (request, { params }) => answerDeletion(request, await params);
