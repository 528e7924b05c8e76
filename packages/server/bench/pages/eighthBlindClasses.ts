import { EIGHTH_HONEST_WALLETS } from './eighthBlindDapps.ts'
import { EIGHTH_HOSTILE_FRAUDS } from './eighthBlindFrauds.ts'
import { EIGHTH_HOSTILE_WALLETS } from './eighthBlindHostile.ts'
import { EIGHTH_HONEST_SERVICES } from './eighthBlindServices.ts'
import type { PageClass } from './pageDesign.ts'

/**
 * Twenty hostile pages after ideas of 2026 and twenty-six honest ones of the same shapes, most of them twins, in some twenty languages,
 * built with likenesses of ten toolkits. Labels were fixed before the first scan. Expected: every hostile page AVOID or BLOCK with the
 * browser and never PROCEED without it; no honest page AVOID or BLOCK in either mode. PAGES_SET=blind8.
 */
export const EIGHTH_BLIND_CLASSES: readonly PageClass[] = [
  ...EIGHTH_HOSTILE_WALLETS,
  ...EIGHTH_HOSTILE_FRAUDS,
  ...EIGHTH_HONEST_WALLETS,
  ...EIGHTH_HONEST_SERVICES,
]
