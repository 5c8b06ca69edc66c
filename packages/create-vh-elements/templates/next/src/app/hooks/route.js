export { receiveWebhook as POST } from '../../../lib/video-service.js';
