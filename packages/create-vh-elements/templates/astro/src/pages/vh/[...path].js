import { backend } from '../../../lib/video-service.js';

export const ALL = ({ request }) => backend(request);
