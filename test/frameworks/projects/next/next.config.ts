import type { NextConfig } from 'next';

// As a new project has it.
const config: NextConfig = { cacheComponents: true, partialPrefetching: true };

export default config;
