export default { testMatch: 'by-playwright.js', timeout: 120_000, workers: 1 };
