/** The small build of hls.js: the same class, without captions, separate sound, key systems and content steering. */
declare module 'hls.js/light' {
  const Hls: (typeof import('hls.js'))['default'];
  export default Hls;
}
