// What a recorder loads later.

/** The camera in a corner of the screen: when both are on. Without it, the screen alone is recorded. */
export const loadOverlay = () => import('./overlay/camera-overlay.ts').catch(() => undefined);
