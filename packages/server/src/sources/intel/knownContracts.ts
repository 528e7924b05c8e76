/** Date of the hand-written seed, for `intelAsOf`: the newest day on which its sources were compared. */
export const INTEL_AS_OF = '2026-11-21'

export { seedLabels as labelsOf } from './seed/seedLabels.ts'
