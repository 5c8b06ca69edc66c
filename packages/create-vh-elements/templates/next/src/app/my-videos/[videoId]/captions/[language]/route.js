import { receiveCaptions } from '../../../../../../lib/my-videos.js';

export const POST = async (request, { params }) => receiveCaptions(request, await params);
