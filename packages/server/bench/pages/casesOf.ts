import { BLIND_CLASSES } from './blindClasses.ts'
import { EIGHTH_BLIND_CLASSES } from './eighthBlindClasses.ts'
import { FIFTH_BLIND_CLASSES } from './fifthBlindClasses.ts'
import { FOURTH_BLIND_CLASSES } from './fourthBlindClasses.ts'
import { NINTH_BLIND_CLASSES } from './ninthBlindClasses.ts'
import { type PageCase, pageCases } from './pageCases.ts'
import type { PageClass } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'
import { SECOND_BLIND_CLASSES } from './secondBlindClasses.ts'
import { SEVENTH_BLIND_CLASSES } from './seventhBlindClasses.ts'
import { SIXTH_BLIND_CLASSES } from './sixthBlindClasses.ts'
import { THIRD_BLIND_CLASSES } from './thirdBlindClasses.ts'

const BLIND_SETS: Readonly<Record<string, readonly PageClass[]>> = {
  blind: BLIND_CLASSES,
  blind2: SECOND_BLIND_CLASSES,
  blind3: THIRD_BLIND_CLASSES,
  blind4: FOURTH_BLIND_CLASSES,
  blind5: FIFTH_BLIND_CLASSES,
  blind6: SIXTH_BLIND_CLASSES,
  blind7: SEVENTH_BLIND_CLASSES,
  blind8: EIGHTH_BLIND_CLASSES,
  blind9: NINTH_BLIND_CLASSES,
}

/** The pages of a set, the same in every process. @param set name of a blind set; null: the development set. */
export function casesOf(world: PageWorld, set: string | null): PageCase[] {
  const classes = BLIND_SETS[set ?? '']
  return pageCases(world, classes === undefined ? {} : { classes, variants: 1 })
}
