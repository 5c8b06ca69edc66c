/** Something that a sweep must not see: its message is the finding. */
export class SweepFault extends Error {}
