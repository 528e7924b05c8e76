import type { SandboxWorld } from '../world.ts'
import {
  airdropChecker,
  collectionMint,
  exchangeFrontEnd,
  minifiedApp,
  paymentFrames,
  upgradingShop,
} from './honest/shops.ts'
import { ownExchangeLogin, passwordManager, phishingGuide, walletImport } from './honest/wallets.ts'
import type { Site, SiteOf } from './site.ts'
import { airdropDrainer, approvalMint, clipboardRewriter, cloakedPage, permitSigner } from './traps/drainers.ts'
import { commandLure, exchangeLogin, hiddenFrameClone, redirectChain, seedPhraseForm } from './traps/lures.ts'

const TRAPS: readonly SiteOf[] = [
  seedPhraseForm,
  exchangeLogin,
  airdropDrainer,
  permitSigner,
  approvalMint,
  clipboardRewriter,
  hiddenFrameClone,
  cloakedPage,
  redirectChain,
  commandLure,
]
const HONEST: readonly SiteOf[] = [
  walletImport,
  ownExchangeLogin,
  airdropChecker,
  exchangeFrontEnd,
  collectionMint,
  passwordManager,
  paymentFrames,
  minifiedApp,
  upgradingShop,
  phishingGuide,
]

/** Ten traps and, in the same order, their ten twins. */
export function allSites(world: SandboxWorld): Site[] {
  return [...TRAPS, ...HONEST].map((siteOf) => siteOf(world))
}
