import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Outcome } from '@redoubt/risk/engine/runDetectors.ts'
import type { Score } from '@redoubt/risk/engine/score.ts'
import type { Account, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { CoinTrap } from '@redoubt/risk/facts/coinTrap.ts'
import type { ContractFacts } from '@redoubt/risk/facts/contractFacts.ts'
import type { Judgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { DeployerTokens } from '@redoubt/risk/facts/deployerTokens.ts'
import type { DepositTrial } from '@redoubt/risk/facts/deposit.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { GuardedPull, PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import type { GuardedTokenPowers } from '@redoubt/risk/facts/guardedTokenPower.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { Provenance } from '@redoubt/risk/facts/provenance.ts'
import type { Trade } from '@redoubt/risk/facts/trade.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import type { ReliedParts, ReliedWord } from '../../../domain/reliedWord.ts'
import type { AskAgreement } from '../endpointAgreement.ts'
import type { TransactionSources } from '../transaction/transactionSources.ts'

type Gather<Known, Fact> = (block: PinnedBlock, known: Known, signal: AbortSignal) => Promise<Fact>

/**
 * What a contract scan reads from one network, declared by the scan and wired in app.ts. Each method learns one fact, or
 * rejects: the fact is then unknown, and the answer says so. `known` is what the scan has learned before and the source may
 * build upon. Asked only about addresses with code of their own, or with an EIP-7702 delegate.
 *
 * A source that an environment does not have is left out: its facts are then unknown for want of support.
 */
export type ContractSources = {
  chain: Chain
  block(signal: AbortSignal): Promise<PinnedBlock>
  /** What other endpoints say of the state that was read at a block. Left out where no other is asked. */
  agreement?: AskAgreement
  /** Executions of the scan that failed so far, also those that it does without. */
  failedExecutions?: () => readonly Error[]
  /** `callee`: it probably has code. */
  account(block: PinnedBlock, address: Address, signal: AbortSignal, role?: 'callee'): Promise<Account>
  /** Date of the oldest list that labels and sanctions come from. */
  intelAsOf(): string

  proxy?: Gather<{ address: Address }, ProxyFact | null>
  /** `abi`: the verified one; null when there is none, or it did not come in time. Of a proxy, the implementation is analysed. */
  bytecode?: Gather<{ address: Address; proxy: ProxyFact | null; abi: readonly unknown[] | null }, Bytecode | null>
  /** Whether it is the ERC-4337 account of the key that may upgrade it. */
  personalAccount?: Gather<
    { address: Address; bytecode: Bytecode; proxy: ProxyFact | null },
    ContractFacts['personalAccount']
  >
  totalSupply?: Gather<{ address: Address }, bigint | null>
  /** `insiders`: creator and proxy admin, who are no sample of its holders. Null: there is no market and none could be made. */
  trade?: Gather<{ address: Address; token: TokenMetadata; insiders: Address[] }, Trade | null>
  /**
   * Who may do what others may not, and what comes of it. `trade`: what `trade` answered, the same object; null when it is no token,
   * could not be traded, or the caller does not want trades: `switches` are then not asked about.
   */
  privileges?: Gather<
    {
      address: Address
      bytecode: Bytecode | null
      proxy: ProxyFact | null
      trade: Trade | null
      creator: Address | null
      /** The transaction that made it. */
      creation: Hex | null
    },
    {
      privileged: PrivilegedAccount[]
      switches: OwnerSwitch[]
      capabilities: Capability[]
      budget: Facts['privilegesBudget']
      /** Why the engine gave up before the end; null or absent: it did not. */
      failure?: Error | null
    }
  >
  /** Pulls of approved tokens that depend on guards. */
  guardedPulls?: Gather<{ address: Address; bytecode: Bytecode }, { pulls: GuardedPull[]; coverage: PullCoverage }>
  /** `trade`: as of `privileges`. */
  guardedTokenPowers?: Gather<
    {
      address: Address
      bytecode: Bytecode
      trade: Trade | null
      /** Accounts that may be the key, asked for where the code names none. */
      suspects(): Promise<readonly Address[]>
      creation(): Promise<Hex | null>
    },
    GuardedTokenPowers
  >
  /** Functions that ask for coins and lose them when played. */
  coinTraps?: Gather<{ address: Address; bytecode: Bytecode }, CoinTrap[]>
  /**
   * Payments of users, each made by an account with funds of its own. `cut`: ways to pay that were left out for their number; `unread`: why what
   * users did lately could not all be read, null or absent: it could.
   */
  deposits?: Gather<
    { address: Address; bytecode: Bytecode; proxy: ProxyFact | null },
    { trials: DepositTrial[]; cut: number; refused: Hex[]; unread?: Error | null }
  >
  /** What a transaction scan of such a payment reads. */
  depositSources?(trial: DepositTrial): TransactionSources
  /** The wallet scan of an account that a key or a wallet contract controls, shared by all scans. */
  walletJudgement?: Gather<Account, Judgement>
  /** Words of storage that a judgement made at the block rests on; null: they cannot be told. */
  reliedWords?: Gather<ReliedParts, ReliedWord[] | null>
  /** Whether they are the same at a block. */
  areUnchanged?: Gather<readonly ReliedWord[], boolean>
  /** Is told what a scan of code by public facts found, so that other scans show the same. */
  renew?(judged: { gathered: GatheredFacts; outcomes: Outcome[]; score: Score }): Promise<void>
  /** Called for delegated accounts with an unknown delegate. */
  delegateActs?: Gather<{ address: Address; bytecode: Bytecode }, DelegateActs>
  /** The same of code that accounts may run; null where it is no delegate’s. */
  delegateCodeActs?: Gather<{ address: Address; bytecode: Bytecode }, DelegateActs | null>
  provenance?: Gather<{ address: Address }, Provenance>
  /** `since`: block of the creation. `past`: older blocks are asked too. Kinds `owner` and `exchange` are the scan's to tell. */
  distribution?: Gather<
    { address: Address; creator: Address | null; since: bigint | null; past: boolean },
    Distribution | null
  >
  /** Other tokens of the account that deployed the contract. Null: the deployer has code. */
  deployerTokens?: Gather<{ deployer: Address; except: Address }, DeployerTokens | null>
  /** The past of a wallet; of a deployer only its first funding is asked for. Left out where there is no source of histories. */
  history?: Gather<{ address: Address; fundingOnly: true }, Pick<WalletHistory, 'funding' | 'complete' | 'cut'>>
  /** USD of one native coin; null: no price. */
  coinPrice?(block: PinnedBlock, signal: AbortSignal): Promise<number | null>
  /** What lists say, without the network: for the many addresses that a deployer may have created. */
  said?(address: Address): Promise<Pick<Account, 'labels' | 'sanctioned'>>
  imitates?(address: Address, token: TokenMetadata): ContractFacts['imitates']
}
