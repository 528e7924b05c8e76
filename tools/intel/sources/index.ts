import type { Source } from '../facts.ts'
import { aaveAddressBook } from './aaveAddressBook.ts'
import { beefyAddressBook } from './beefyAddressBook.ts'
import { oneDeltaDexes } from './oneDeltaDexes.ts'
import { safeDeployments } from './safe.ts'
import { metamaskTokens, oneDeltaTokens, swapkitTokens, yodlTokensAndFeeds } from './tokenRegistries.ts'
import { uniswapCore } from './uniswap.ts'
import { zeroEx } from './zeroEx.ts'

/** What speaks of its own project first, then registries of others: where two disagree, the earlier wins. */
export const SOURCES: readonly Source[] = [
  uniswapCore,
  aaveAddressBook,
  safeDeployments,
  zeroEx,
  metamaskTokens,
  yodlTokensAndFeeds,
  oneDeltaDexes,
  oneDeltaTokens,
  beefyAddressBook,
  swapkitTokens,
]
