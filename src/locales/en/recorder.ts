/** The words of recording. `{name}` is a placeholder. */
export const recorder = {
  label: 'Recording',
  preview: 'Preview',
  askingCamera: 'Please allow the camera in your browser.',
  askingMicrophone: 'Please allow the microphone in your browser.',
  askingScreen: 'Please choose what to share.',
  start: 'Start recording',
  again: 'Record again',
  pause: 'Pause',
  resume: 'Resume',
  /** Before a recording begins: the seconds with their unit. */
  countdown: 'Recording starts in {seconds}',
  cancel: 'Cancel',
  level: 'Microphone level',
  review: 'Review your recording',
  keep: 'Use this recording',
  stop: 'Stop',
  discard: 'Discard the recording',
  close: 'Close',
  camera: 'Camera',
  microphone: 'Microphone',
  device: '{kind} {number}',
  /** Offered where the platform can do it. */
  blur: 'Blur the background',
  /** Where the camera is seen in the picture of the screen. */
  corner: 'Corner of the camera',
  topLeft: 'Top left',
  topRight: 'Top right',
  bottomLeft: 'Bottom left',
  bottomRight: 'Bottom right',
  /** It was to be seen beside the screen. */
  noCamera: "The camera isn't available. Only the screen is recorded.",
  /** Offered where no screen was to be had. */
  cameraOnly: 'Record only the camera',
  recording: 'Recording',
  paused: 'Paused',
  stopping: 'Just a moment…',
  sent: '{size} uploaded',
  kept: 'Kept on this device until it is uploaded',
  denied: "Recording isn't allowed. Allow it in your browser, then try again.",
  missing: 'No camera was found.',
  missingMicrophone: 'No microphone was found.',
  failed: "We couldn't open it. Another app may be using it.",
  /** It was stopped before there was anything to keep. */
  empty: 'Nothing was recorded. Please try again.',
  unsupported: "This browser can't record here. Please choose a video instead.",
  retry: 'Try again',
  left: 'A recording from {time} was not uploaded.',
  uploadLeft: 'Upload it',
  deleteLeft: 'Delete it',
};

export type RecorderWords = typeof recorder;
