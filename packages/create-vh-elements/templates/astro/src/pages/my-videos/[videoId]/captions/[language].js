import { receiveCaptions } from '../../../../../lib/my-videos.js';

export const POST = ({ request, params }) => receiveCaptions(request, params);
