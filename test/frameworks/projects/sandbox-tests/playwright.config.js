export default { testMatch: 'by-playwright.js', timeout: 900_000, workers: 1 };
