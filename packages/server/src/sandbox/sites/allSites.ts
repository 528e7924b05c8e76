import type { SandboxWorld } from '../world.ts'
import { airdropChecker } from './honest/airdropChecker.ts'
import { collectionMint } from './honest/collectionMint.ts'
import { exchangeFrontEnd } from './honest/exchangeFrontEnd.ts'
import { minifiedApp } from './honest/minifiedApp.ts'
import { ownExchangeLogin } from './honest/ownExchangeLogin.ts'
import { passwordManager } from './honest/passwordManager.ts'
import { paymentFrames } from './honest/paymentFrames.ts'
import { phishingGuide } from './honest/phishingGuide.ts'
import { upgradingShop } from './honest/upgradingShop.ts'
import { walletImport } from './honest/walletImport.ts'
import type { Site, SiteOf } from './site.ts'
import { airdropDrainer } from './traps/airdropDrainer.ts'
import { approvalMint } from './traps/approvalMint.ts'
import { clipboardRewriter } from './traps/clipboardRewriter.ts'
import { cloakedPage } from './traps/cloakedPage.ts'
import { commandLure } from './traps/commandLure.ts'
import { exchangeLogin } from './traps/exchangeLogin.ts'
import { hiddenFrameClone } from './traps/hiddenFrameClone.ts'
import { permitSigner } from './traps/permitSigner.ts'
import { redirectChain } from './traps/redirectChain.ts'
import { seedPhraseForm } from './traps/seedPhraseForm.ts'

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
