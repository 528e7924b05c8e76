/** This machine lacks what a torture needs, so it says neither pass nor fail. */
export class CannotRun extends Error {}
