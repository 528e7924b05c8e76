import type { PageClass } from './pageDesign.ts'
import { SEVENTH_HONEST } from './seventhBlindHonest.ts'
import { SEVENTH_HOSTILE } from './seventhBlindHostile.ts'

/**
 * Pages after kits and campaigns of 2024 to 2026, each another idea, and honest pages of the same shapes, in a dozen languages: drawn
 * keyboards, operators of chats, sealed and chain-held code, gates of guests and gestures, swapped copies, pay-first desks, wallets of
 * Tron and TON. Labels were fixed before the first scan. PAGES_SET=blind7.
 */
export const SEVENTH_BLIND_CLASSES: readonly PageClass[] = [...SEVENTH_HOSTILE, ...SEVENTH_HONEST]
