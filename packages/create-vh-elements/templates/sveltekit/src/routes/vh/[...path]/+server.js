import { backend } from '../../../../lib/video-service.js';

export const fallback = ({ request }) => backend(request);
