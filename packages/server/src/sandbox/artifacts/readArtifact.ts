import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Address, Hex } from 'viem'

/** Contracts compiled by tools/contracts and committed as `<name>.generated.json` beside this file. */
export type GeneratedArtifactName = (typeof generatedArtifacts)[number]
/** Contracts read at run time from installed packages: GPL, LGPL and BUSL code that is never committed here. */
export type PackageArtifactName = keyof typeof packageArtifacts
export type ArtifactName = GeneratedArtifactName | PackageArtifactName

export type Artifact = {
  abi: Abi
  /** Init code; append the ABI-encoded constructor arguments. */
  bytecode: Hex
  /** Code as compiled. With immutables (see `immutable`) it is not what a deployment leaves: never place it as is. */
  deployedBytecode: Hex
  /** The constructor writes into the runtime code. Null: the package does not say, so assume it does. */
  immutable: boolean | null
}

export const generatedArtifacts = [
  'AirdropClaim',
  'ApprovalDrainer',
  'BareReceipt',
  'Bombs',
  'Bridge',
  'Campaign',
  'CloneFactory',
  'Collectible1155',
  'Collectible721',
  'CommonLife',
  'ConduitController',
  'CreditPool',
  'DaiLikeToken',
  'DelayedCaller',
  'DepositDesk',
  'Drainer',
  'FeeDesk',
  'FeeRouter',
  'GreedyShop',
  'HollowVault',
  'HoneypotToken',
  'InsideVault',
  'KeeperDesk',
  'LevelRegistry',
  'ListedClaim',
  'LoanDesk',
  'MaliciousDelegate',
  'MeltingDesk',
  'MixerPool',
  'Multicall3',
  'Multisend',
  'NameRegistry',
  'NftDrop',
  'OperatorClaims',
  'OperatorToken',
  'OwnPictureSale',
  'OwnSecret',
  'OwnedWallet',
  'PasswordSwitch',
  'PayDesk',
  'PaymentStream',
  'Permit2',
  'PhraseDesk',
  'PlainToken',
  'PluginVault',
  'PoisonToken',
  'PriceFeed',
  'Proxy1967',
  'QueueStake',
  'QuorumBridge',
  'RedPillDrainer',
  'RegistryVault',
  'RelayedToken',
  'Restaking',
  'RightsKeeper',
  'RightsRegistry',
  'RollupPortal',
  'RuggableToken',
  'SafeDelegate',
  'SalesDesk',
  'SanctionsOracle',
  'Seaport',
  'SecretDesk',
  'SecretVault',
  'SignedDesk',
  'StableToken',
  'StakingWallet',
  'StoredDesk',
  'SwitchedClaim',
  'TaxToken',
  'TetherLikeToken',
  'TimedDesk',
  'TokenPot',
  'UpgradeableToken',
  'Vault4626',
  'VoteWallet',
  'WardedVault',
  'WrappedNative',
] as const

const hardhat = (root: string, folder: string, name: string) => `${root}/${folder}${name}.sol/${name}.json`
const v3core = (name: string) => hardhat('@uniswap/v3-core/artifacts/contracts', '', name)
const v3periphery = (folder: string, name: string) => hardhat('@uniswap/v3-periphery/artifacts/contracts', folder, name)
const safe130 = (folder: string, name: string) =>
  hardhat('@gnosis.pm/safe-contracts/build/artifacts/contracts', folder, name)
const safe141 = (folder: string, name: string) =>
  hardhat('@safe-global/safe-contracts/build/artifacts/contracts', folder, name)

const erc4337 = (version: '' | '-0.7' | '-0.6', name: string) =>
  `@account-abstraction/contracts${version}/artifacts/${name}.json`

export const packageArtifacts = {
  UniswapV2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  UniswapV2Pair: '@uniswap/v2-core/build/UniswapV2Pair.json',
  UniswapV2Router02: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  UniswapV3Factory: v3core('UniswapV3Factory'),
  UniswapV3Pool: v3core('UniswapV3Pool'),
  SwapRouter: v3periphery('', 'SwapRouter'),
  NonfungiblePositionManager: v3periphery('', 'NonfungiblePositionManager'),
  NonfungibleTokenPositionDescriptor: v3periphery('', 'NonfungibleTokenPositionDescriptor'),
  NFTDescriptor: v3periphery('libraries/', 'NFTDescriptor'),
  Quoter: v3periphery('lens/', 'Quoter'),
  QuoterV2: v3periphery('lens/', 'QuoterV2'),
  TickLens: v3periphery('lens/', 'TickLens'),
  GnosisSafe130: safe130('', 'GnosisSafe'),
  GnosisSafeL2130: safe130('', 'GnosisSafeL2'),
  GnosisSafeProxy130: safe130('proxies/', 'GnosisSafeProxy'),
  GnosisSafeProxyFactory130: safe130('proxies/', 'GnosisSafeProxyFactory'),
  CompatibilityFallbackHandler130: safe130('handler/', 'CompatibilityFallbackHandler'),
  MultiSend130: safe130('libraries/', 'MultiSend'),
  MultiSendCallOnly130: safe130('libraries/', 'MultiSendCallOnly'),
  Safe141: safe141('', 'Safe'),
  SafeL2141: safe141('', 'SafeL2'),
  SafeProxy141: safe141('proxies/', 'SafeProxy'),
  SafeProxyFactory141: safe141('proxies/', 'SafeProxyFactory'),
  CompatibilityFallbackHandler141: safe141('handler/', 'CompatibilityFallbackHandler'),
  MultiSend141: safe141('libraries/', 'MultiSend'),
  MultiSendCallOnly141: safe141('libraries/', 'MultiSendCallOnly'),
  EntryPoint06: erc4337('-0.6', 'EntryPoint'),
  EntryPoint07: erc4337('-0.7', 'EntryPoint'),
  EntryPoint08: erc4337('', 'EntryPoint'),
  SimpleAccountFactory06: erc4337('-0.6', 'SimpleAccountFactory'),
  SimpleAccountFactory07: erc4337('-0.7', 'SimpleAccountFactory'),
  SimpleAccountFactory08: erc4337('', 'SimpleAccountFactory'),
  Simple7702Account: erc4337('', 'Simple7702Account'),
  WETH9: 'canonical-weth/build/contracts/WETH9.json',
} as const

/** What the build tools behind these files agree on; waffle (Uniswap V2) nests code under `evm` and omits 0x. */
type ArtifactFile = {
  abi: Abi
  bytecode: string
  deployedBytecode?: string
  evm?: { deployedBytecode: { object: string } }
  immutableReferences?: object
  linkReferences?: Record<string, Record<string, { start: number; length: number }[]>>
}

const require = createRequire(import.meta.url)
const packageFiles: Record<string, string> = packageArtifacts
const hex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`

/**
 * Reads a contract's ABI and code by name. `libraries` gives the addresses an artefact must be linked with, by library
 * name (only NonfungibleTokenPositionDescriptor, with `NFTDescriptor`); `deployedBytecode` is returned unlinked.
 * Throws when the package is not installed or a library is missing.
 */
export function readArtifact(name: ArtifactName, libraries: Record<string, Address> = {}): Artifact {
  const inPackage = packageFiles[name]
  const path = inPackage ? require.resolve(inPackage) : `${import.meta.dirname}/${name}.generated.json`
  const file = JSON.parse(readFileSync(path, 'utf8')) as ArtifactFile
  return {
    abi: file.abi,
    bytecode: link(name, file, libraries),
    deployedBytecode: hex(file.deployedBytecode ?? file.evm?.deployedBytecode.object ?? ''),
    immutable: inPackage ? null : file.immutableReferences !== undefined,
  }
}

function link(name: string, file: ArtifactFile, libraries: Record<string, Address>): Hex {
  let code = file.bytecode.replace(/^0x/, '')
  for (const [library, places] of Object.values(file.linkReferences ?? {}).flatMap(Object.entries)) {
    const address = libraries[library]
    if (!address) throw new Error(`${name} needs the address of ${library}`)
    for (const { start, length } of places as { start: number; length: number }[]) {
      code = code.slice(0, start * 2) + address.slice(2).toLowerCase() + code.slice((start + length) * 2)
    }
  }
  return hex(code)
}
