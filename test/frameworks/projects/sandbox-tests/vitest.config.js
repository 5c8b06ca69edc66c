export default { test: { include: ['by-vitest.js'], testTimeout: 900_000, hookTimeout: 900_000 } };
