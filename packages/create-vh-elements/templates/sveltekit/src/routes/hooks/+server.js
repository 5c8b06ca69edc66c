import { receiveWebhook } from '../../../lib/video-service.js';

export const POST = ({ request }) => receiveWebhook(request);
