/** One stream with the picture of one and the sound of both. */
export function mixSound(screen: MediaStream, room: MediaStream): { stream: MediaStream; close: () => void } {
  const context = new AudioContext();
  const mixer = context.createMediaStreamDestination();
  for (const stream of [screen, room]) {
    if (stream.getAudioTracks().length > 0) context.createMediaStreamSource(stream).connect(mixer);
  }
  const stream = new MediaStream([...screen.getVideoTracks(), ...mixer.stream.getAudioTracks()]);
  // Whoever ends a recording may do so more than once, and what is closed already refuses.
  return { stream, close: () => void context.close().catch(() => {}) };
}
