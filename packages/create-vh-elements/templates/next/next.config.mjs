export default {
  poweredByHeader: false,
  // `npm run dev` opens it at localhost.
  allowedDevOrigins: ['localhost'],
};
