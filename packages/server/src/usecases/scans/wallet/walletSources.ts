import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { attempt, type FactProviders } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { FoundHoldings } from '@redoubt/risk/facts/holdings.ts'
import type { MarketActs } from '@redoubt/risk/facts/marketActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { activityLabels } from '@redoubt/risk/wallet/activityLabels.ts'
import { weighHoldings } from '@redoubt/risk/wallet/weighHoldings.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { ContractSources } from '../contract/contractSources.ts'
import type { AskAgreement } from '../endpointAgreement.ts'
import type { JudgedWallet } from './judgedWallet.ts'
import type { KeptLevels } from './keptLevels.ts'

type Gather<Known, Fact> = (block: PinnedBlock, known: Known, signal: AbortSignal) => Promise<Fact>

/** USD for one whole unit of an asset, how many decimals a unit has, and what it is called. */
export type UnitPrice = { usd: number; decimals: number; symbol: string }

/**
 * What a wallet scan reads from one network, declared by the scan and wired in walletNetwork.ts. Each method learns one fact, or
 * rejects: the fact is then unknown, and the answer says so. A source that an environment does not have is left out: its facts are
 * then unknown for want of support.
 */
export type WalletSources = {
  chain: Chain
  block(signal: AbortSignal): Promise<PinnedBlock>
  /** What other endpoints say of the state that was read at a block. Left out where no other is asked. */
  agreement?: AskAgreement
  /** Executions of the scan that failed so far, also those that it does without. */
  failedExecutions?: () => readonly Error[]
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  /** What lists say, without the network: for the many who are only met on the way. */
  said(address: Address): Promise<Pick<Account, 'labels' | 'sanctioned'>>
  /** Known addresses that this one could be taken for, most digits in common first. */
  resembles(address: Address): { address: Address; prefix: number; suffix: number }[]
  /** Date of the oldest list that labels and sanctions come from. */
  intelAsOf(): string
  /** Of the native coin (null) and of tokens whose word may be taken; null: no price. */
  unitPrice?: Gather<Address | null, UnitPrice | null>

  /** What an owner had of a token after a block, or has now where no such state is kept; null: it tells nothing that makes sense. */
  balanceAfter?: Gather<{ token: Address; owner: Address; blockNumber: bigint }, bigint | null>

  /** `fundingOnly`: nothing but who paid it first is needed. */
  history?: Gather<{ address: Address; fundingOnly?: boolean }, WalletHistory>
  approvals?: Gather<{ address: Address }, WalletApprovals>
  holdings?: Gather<{ address: Address; history: WalletHistory | null }, FoundHoldings>
  /** What it did on markets, for the names that this may earn it. */
  marketActs?: Gather<{ wallet: Address; isContract: boolean; history: WalletHistory }, MarketActs>
  /** The contract scan of an account with code, shared by all scans. Rejects when it cannot be made now. */
  codeJudgement?: Gather<Account, ContractJudgement>
  /** Levels of other addresses by the judgements that are kept of them. Scans nothing. */
  keptLevels?: KeptLevels
  /** Keeps what a wallet scan for a caller found, so that other scans do not show an older judgement. */
  renew?(judged: JudgedWallet): Promise<void>
  /** What a contract account is made of; null for accounts of keys. */
  walletContract?: Gather<{ account: Account }, WalletContract | null>
  /** What a stranger can take from the account through the delegate that it runs (EIP-7702), by execution. */
  delegateActs?: Gather<{ account: Address; delegate: Address }, DelegateActs>
  /** As of a contract scan. */
  reliedWords?: ContractSources['reliedWords']
  areUnchanged?: ContractSources['areUnchanged']
}

/** Milliseconds: holdings can also be learned from logs, and names that trades would earn can do without them. */
const HISTORY_WITHIN = 3_000

const ACTS_WITHIN = 5_000

/** How what a wallet holds, and the names that its doings earned it, are learned. What has no source stays unsupported. */
export function holdingsProviders(
  { address }: { address: Address },
  { holdings, marketActs }: Pick<WalletSources, 'holdings' | 'marketActs'>,
): FactProviders {
  return {
    ...(holdings && {
      holdings: async (get, signal) => {
        const [block, known] = await Promise.all([get('block'), withTimeout(attempt(get, 'history'), HISTORY_WITHIN)])
        return weighHoldings(await holdings(block, { address, history: known?.value ?? null }, signal))
      },
    }),
    activityLabels: async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      const gatherActs = async () => {
        const { value: history } = await attempt(get, 'history')
        if (marketActs === undefined || history === null) return null
        const known = { wallet: address, isContract: subject.class === 'contract', history }
        return withTimeout(marketActs(block, known, signal), ACTS_WITHIN)
      }
      // What is not known of it earns no name; a name by its holdings must not fail with its trades.
      const [held, acts] = await Promise.all([attempt(get, 'holdings'), gatherActs().catch(() => null)])
      return activityLabels(subject, { holdings: held.value, acts })
    },
  }
}

/** Where readers of a wallet's past begin their words, and who failed: a service by its name, a node by what it was asked. */
const NODE: Readonly<Record<string, string>> = {
  logs: 'logs',
  head: 'logs',
  ots_: 'history',
  ots: 'history',
  'old state': 'history',
  archive: 'history',
  index: 'history',
}

/** What a node does not keep or offer, and histories too long to be read, are no failures. */
const FAILED = /could not be read|no answer within/

/**
 * Who failed while a wallet's past was learned, from the words that say why it is short; each once.
 * @example failedHistorySources(['Etherscan: over its rate limit', 'logs: token transfers could not be read']) // ['Etherscan', 'logs']
 */
export function failedHistorySources(cut: readonly string[]): string[] {
  const names = cut.flatMap((words) => {
    const [, who = '', what = ''] = /^([\w][\w. -]{0,30}): (.*)$/s.exec(words) ?? []
    if (/^[A-Z]/.test(who)) return [who]
    const named = Object.hasOwn(NODE, who) ? NODE[who] : undefined
    return named !== undefined && FAILED.test(what) ? [named] : []
  })
  return [...new Set(names)]
}
