import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

/** Contracts compiled by tools/contracts and committed as `<name>.generated.json` beside this file. */
export type ArtifactName = (typeof generatedArtifacts)[number]

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
  'AccountProxy',
  'AirdropClaim',
  'ApprovalDrainer',
  'BareReceipt',
  'Bombs',
  'Bridge',
  'Campaign',
  'CancellableToken',
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
  'EntryPoint06',
  'EntryPoint07',
  'EntryPoint08',
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
  'MarketKeeper',
  'MeltingDesk',
  'MemberDesk',
  'MixerPool',
  'ModularAccount',
  'Multicall3',
  'Multisend',
  'NameRegistry',
  'NftDrop',
  'OperatorClaims',
  'OperatorToken',
  'OrderKeeper',
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
  'SafeHandler',
  'SafeMultiSend',
  'SafeWallet',
  'SafeWalletFactory',
  'SafeWalletProxy',
  'SalesDesk',
  'SanctionsOracle',
  'Seaport',
  'SecretDesk',
  'SecretVault',
  'SessionKeeper',
  'SignedDesk',
  'Simple7702Account',
  'SimpleAccountFactory06',
  'SimpleAccountFactory07',
  'SimpleAccountFactory08',
  'StableToken',
  'StakingWallet',
  'StatedTimelock',
  'SteppedTimelock',
  'StoredDesk',
  'SwitchedClaim',
  'TaxToken',
  'TetherLikeToken',
  'TimedDesk',
  'TokenPot',
  'UpgradeableToken',
  'V2Factory',
  'V2Pair',
  'V2Router',
  'V3Factory',
  'V3Pool',
  'V3PositionManager',
  'V3Quoter',
  'V3QuoterV2',
  'V3Router',
  'Vault4626',
  'VoteGovernor',
  'VoteWallet',
  'WardedVault',
  'WrappedNative',
] as const

/** Reads a contract's ABI and code by name. */
export function readArtifact(name: ArtifactName): Artifact {
  const file = JSON.parse(readFileSync(`${import.meta.dirname}/${name}.generated.json`, 'utf8')) as {
    abi: Abi
    bytecode: Hex
    deployedBytecode: Hex
    immutableReferences?: object
  }
  const { abi, bytecode, deployedBytecode, immutableReferences } = file
  return { abi, bytecode, deployedBytecode, immutable: immutableReferences !== undefined }
}
