export default { test: { include: ['by-vitest.js'], testTimeout: 120_000, hookTimeout: 120_000 } };
