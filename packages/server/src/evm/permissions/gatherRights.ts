import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { KeptSignature, UnconfirmedRight, WalletRight, WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import { type ApprovalPorts, isStranger } from '../approvals/gatherApprovals.ts'
import { readTransactions } from '../approvals/gatherUses.ts'
import { isOwnAct } from '../approvals/isOwnAct.ts'
import { judgeSpenders } from '../approvals/judgeSpenders.ts'
import { isUnlimited } from '../decode/approvalChanges.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { findRights } from './findRights.ts'

import type { FoundRight, RightPlace } from './rightPlace.ts'
import { valueOfRights } from './rightValues.ts'
import { isCounted } from './signedStandards.ts'

export type RightPorts = ApprovalPorts & {
  /** Executes an EIP-7702 delegate in the account's place. */
  delegateActs(
    block: PinnedBlock,
    of: { account: Address; delegate: Address },
    signal: AbortSignal,
  ): Promise<DelegateActs>
}

export type RightQuestion = {
  block: PinnedBlock
  account: Account
  wallet: WalletContract | null
  /** What kept scans of messages show: whether they were used is read here. */
  signatures: readonly KeptSignature[]
}

/** Limit of accounts looked up; each takes some twenty reads. */
const MAX_ACCOUNTS = 200

/**
 * Every right over the wallet beside its token approvals: what the contracts that keep rights log in its name, each read at the block, its
 * EIP-7702 delegate, and the parts of a Safe. Logs only say where to look. A right that an unlisted contract alone claims, in a
 * transaction that is no act of the wallet, is kept apart. When the signal aborts, what is known by then is the answer.
 *
 * Not found: rights without an event (MakerDAO's `hope` logs none of its own) and rights over one contract in delegate.xyz.
 */
export async function gatherRights(
  ports: RightPorts,
  { block, account, wallet, signatures }: RightQuestion,
  signal: AbortSignal,
): Promise<WalletRights> {
  const owner = account.address
  const {
    live: found,
    unreadable,
    unread,
    ...read
  } = await findRights(ports, { block, owner, wallet, signatures }, signal)
  const cut = [...read.cut]
  const foreign = await foreignOnly(ports, { owner, found }, signal)
  const accounts = new Map<Address, Account>()
  const named = new Set<Address>()
  const lookUp = async (addresses: readonly Address[]) => {
    const wanted = addresses.filter((address) => !named.has(address))
    for (const address of wanted) named.add(address)
    await lookUpInto(
      accounts,
      { ports, block, addresses: wanted, left: MAX_ACCOUNTS - (named.size - wanted.length) },
      signal,
    )
  }
  // Rights that the wallet gave come first: neither logs of strangers' contracts nor messages of pages may use up the look-ups.
  const own = found.filter((one) => !foreign.has(one))
  await lookUp(partiesOf([...own.filter(({ signature }) => !signature), ...own.filter(({ signature }) => signature)]))
  await lookUp([...new Set([...foreign].map(({ place }) => place.keeper))])
  const isProtocol = (account: Account | undefined) => account !== undefined && spenderKindOf(account) === 'protocol'
  const claimed = new Set([...foreign].filter(({ place }) => !isProtocol(accounts.get(place.keeper))))
  const confirmed = found.filter((one) => !claimed.has(one))
  await lookUp(partiesOf(confirmed))
  const unlooked = [...named].filter((address) => !accounts.has(address)).length
  if (unlooked > 0) cut.push(`who ${unlooked} accounts are`)
  const holders = [...new Set(confirmed.map(({ place }) => place.holder))].flatMap(
    (holder) => accounts.get(holder) ?? [],
  )
  const [values, judgements, times, delegation] = await Promise.all([
    valueOfRights(ports, { block, owner, rights: confirmed }, signal),
    judgeSpenders(ports, { block, spenders: holders.filter(isStranger) }, signal),
    readTimes(ports, [...found, ...unreadable, ...unread], signal),
    delegationOf(ports, { block, account, wallet }, signal),
  ])
  if (signal.aborted) cut.push('what was not known by the deadline')

  const describe = (one: FoundRight): WalletRight => {
    const { standard, keeper, holder, id } = one.place
    const value = values.get(one)
    const judgement = judgements.get(holder)
    return {
      standard,
      keeper,
      keeperAccount: accounts.get(keeper) ?? null,
      symbol: value?.symbol ?? null,
      decimals: value?.decimals ?? null,
      holder,
      holderAccount: accounts.get(holder) ?? null,
      id,
      amount: one.amount,
      ...(!isCounted(one.place) && { uncounted: true }),
      unlimited:
        one.signature?.unlimited ?? (hasAmount(one.place) ? isUnlimited(one.amount, null) : !BOUNDED.has(standard)),
      valueAtRiskUsd: value?.usd ?? null,
      grantedAt: momentOf(one.log, times),
      ...(one.signature && { signature: one.signature }),
      ...(judgement && { holderJudgement: judgement }),
    }
  }
  const apart =
    (reason: UnconfirmedRight['reason']) =>
    ({ place, log }: { place: RightPlace; log: ChainLog | null }) => ({
      standard: place.standard,
      keeper: place.keeper,
      holder: place.holder,
      id: place.id,
      grantedAt: momentOf(log, times),
      reason,
    })
  return {
    rights: [...delegation, ...confirmed.map(describe)],
    unconfirmed: [
      ...unread.map(apart('unread')),
      ...[...claimed].map(apart('claimed')),
      ...unreadable.map(apart('unreadable')),
    ],
    complete: cut.length === 0,
    cut,
    unavailable: [...new Set([...read.unavailable, ...(unlooked > 0 ? ['rpc'] : [])])],
  }
}

/** What has an end though it has no amount. */
const BOUNDED: ReadonlySet<WalletRight['standard']> = new Set([
  'vote-delegation',
  'presigned-order',
  'safe-owner',
  'session-key',
])

/** Amounts, rather than a yes. */
function hasAmount({ standard, id }: RightPlace): boolean {
  return standard === 'credit-delegation' || (standard === 'erc6909' && id !== null)
}

function partiesOf(rights: readonly FoundRight[]): Address[] {
  return [...new Set(rights.flatMap(({ place }) => [place.holder, place.keeper]))]
}

/** Adds as many of the accounts as are left; failed look-ups are absent. */
async function lookUpInto(
  found: Map<Address, Account>,
  {
    ports,
    block,
    addresses,
    left,
  }: { ports: ApprovalPorts; block: PinnedBlock; addresses: readonly Address[]; left: number },
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    addresses.slice(0, Math.max(0, left)).map((address) =>
      ports.account(block, address, signal).then(
        (account) => found.set(address, account),
        () => undefined,
      ),
    ),
  )
}

/**
 * Rights that an unlisted contract logs, but in no transaction that is an act of the wallet: such a contract is easily written. The first
 * log counts as well as the last: the holder's own use of a right may be logged too.
 */
async function foreignOnly(
  ports: ApprovalPorts,
  { owner, found }: { owner: Address; found: readonly FoundRight[] },
  signal: AbortSignal,
): Promise<Set<FoundRight>> {
  const doubtful = found.filter(
    ({ place, log }) => log !== null && place.keeper !== owner && !ports.isListedToken(place.keeper),
  )
  const hashesOf = ({ log, first }: FoundRight) =>
    [log, first].flatMap((one) => (one === null ? [] : [one.transactionHash]))
  const transactions = await readTransactions(ports.chain, doubtful.flatMap(hashesOf), signal)
  return new Set(
    doubtful.filter((one) =>
      hashesOf(one).every((hash) => {
        const transaction = transactions.get(hash)
        const { keeper: token, holder: spender } = one.place
        return transaction !== undefined && !isOwnAct(transaction, { owner, token, spender })
      }),
    ),
  )
}

/** Returns Unix seconds by block number; unreadable blocks are absent. */
async function readTimes(
  { chain }: ApprovalPorts,
  places: readonly { log: ChainLog | null }[],
  signal: AbortSignal,
): Promise<Map<bigint, number>> {
  const wanted = [...new Set(places.flatMap(({ log }) => (log === null ? [] : [log.blockNumber])))]
  const found = await Promise.all(wanted.map((number) => chain.blockAt(number, signal).catch(() => null)))
  return new Map(found.flatMap((block) => (block ? [[block.number, Number(block.timestamp)] as const] : [])))
}

function momentOf(log: ChainLog | null, times: ReadonlyMap<bigint, number>): WalletRight['grantedAt'] {
  if (log === null) return null
  const { blockNumber, transactionHash: hash } = log
  return { blockNumber, timestamp: times.get(blockNumber) ?? null, hash }
}

/** The account's own code, which may do everything, with what it did when it was executed. */
async function delegationOf(
  ports: RightPorts,
  { block, account, wallet }: { block: PinnedBlock; account: Account; wallet: WalletContract | null },
  signal: AbortSignal,
): Promise<WalletRight[]> {
  const { address, delegate } = account
  if (delegate === null) return []
  const acts = await ports.delegateActs(block, { account: address, delegate }, signal).catch(() => null)
  return [
    {
      standard: 'eip7702',
      keeper: null,
      keeperAccount: null,
      symbol: null,
      decimals: null,
      holder: delegate,
      holderAccount: wallet?.type === 'delegated' ? wallet.delegate : null,
      id: null,
      amount: 1n,
      unlimited: true,
      valueAtRiskUsd: null,
      grantedAt: null,
      ...(acts && { delegateActs: acts }),
    },
  ]
}
