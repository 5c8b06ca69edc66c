import { backend } from '../../../../lib/video-service.js';

const handle = (request) => backend(request);
export { handle as GET, handle as OPTIONS, handle as POST };
