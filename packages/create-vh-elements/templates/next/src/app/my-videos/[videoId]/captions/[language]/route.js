import { receiveCaptions } from '../../../../../../lib/captions.js';

export const POST = async (request, { params }) => receiveCaptions(request, await params);
