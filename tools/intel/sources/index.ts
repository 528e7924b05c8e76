import type { Source } from '../facts.ts'
import { aaveAddressBook } from './aaveAddressBook.ts'
import { abiSources, withAbis } from './abis.ts'
import { beefyAddressBook } from './beefyAddressBook.ts'
import { arbitrum, axelar, hop, hyperlane, polygonMeta, viemChains, wormhole } from './bridges.ts'
import { byHand } from './byHand.ts'
import { clearSigning } from './clearSigning.ts'
import { curve } from './curve.ts'
import { ccxt, chainlist, simpleIcons } from './domains.ts'
import { enzyme } from './enzyme.ts'
import { reservoir } from './marketplaces.ts'
import { oneDeltaDexes } from './oneDeltaDexes.ts'
import {
  compound,
  cow,
  delegation,
  gearbox,
  hashflow,
  maker,
  morpho,
  superfluid,
  sushi,
  synthetix,
  venus,
} from './protocols.ts'
import { safeDeployments, safeModules } from './safe.ts'
import { metamaskTokens, oneDeltaTokens, swapkitTokens, yodlTokensAndFeeds } from './tokenRegistries.ts'
import { boardroom } from './treasuries.ts'
import { uniswapCore } from './uniswap.ts'
import { zeroEx } from './zeroEx.ts'

/** What speaks of its own project first, then registries of others: where two disagree, the earlier wins. */
export const SOURCES: readonly Source[] = [
  byHand,
  ccxt,
  simpleIcons,
  chainlist,
  uniswapCore,
  withAbis(aaveAddressBook, ['/dist/abis']),
  safeDeployments,
  safeModules,
  withAbis(arbitrum, ['/dist']),
  withAbis(hashflow, ['/abi']),
  zeroEx,
  cow,
  withAbis(curve, ['/lib/constants/abis']),
  withAbis(compound, ['/dist/nodejs']),
  withAbis(venus, ['/deployments/bscmainnet.json']),
  withAbis(synthetix, ['/publish/deployed/mainnet']),
  withAbis(maker, ['/contracts']),
  withAbis(morpho, ['/lib/esm']),
  withAbis(sushi, ['/_esm/evm']),
  superfluid,
  delegation,
  withAbis(polygonMeta, ['/network/mainnet']),
  wormhole,
  axelar,
  withAbis(hop, ['/dist/esm']),
  withAbis(viemChains, ['/_esm']),
  hyperlane,
  metamaskTokens,
  beefyAddressBook,
  withAbis(yodlTokensAndFeeds, ['/dist']),
  enzyme,
  oneDeltaDexes,
  oneDeltaTokens,
  gearbox,
  withAbis(reservoir, ['/dist']),
  boardroom,
  clearSigning,
  swapkitTokens,
  ...abiSources,
]
