import { NINTH_HOSTILE_FRAUDS } from './ninthBlindFrauds.ts'
import { NINTH_HONEST_WALLETS } from './ninthBlindHonest.ts'
import { NINTH_HOSTILE_WALLETS } from './ninthBlindHostile.ts'
import { NINTH_HONEST_SERVICES } from './ninthBlindServices.ts'
import type { PageClass } from './pageDesign.ts'

/**
 * Fifteen hostile pages after what kits of 2025 and 2026 do and seventeen honest ones, most of them twins of the same shape, in some
 * fifteen languages, built with likenesses of ten toolkits. Labels were fixed before the first scan. Expected: every hostile page AVOID
 * or BLOCK with the browser and never PROCEED without it; no honest page AVOID or BLOCK in either mode. PAGES_SET=blind9.
 */
export const NINTH_BLIND_CLASSES: readonly PageClass[] = [
  ...NINTH_HOSTILE_WALLETS,
  ...NINTH_HOSTILE_FRAUDS,
  ...NINTH_HONEST_WALLETS,
  ...NINTH_HONEST_SERVICES,
]
