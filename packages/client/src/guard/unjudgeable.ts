/** The request cannot be judged; the message says why. */
export class Unjudgeable extends Error {}
