import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ url }) => ({ first: url.searchParams.get('video') ?? undefined });
