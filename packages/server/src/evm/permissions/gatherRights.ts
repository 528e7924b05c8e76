import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { KeptSignature, UnconfirmedRight, WalletRight, WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import { topicOf } from '../approvals/approvalClaims.ts'
import { type ApprovalPorts, isStranger } from '../approvals/gatherApprovals.ts'
import { readTransactions } from '../approvals/gatherUses.ts'
import { isOwnAct } from '../approvals/isOwnAct.ts'
import { judgeSpenders } from '../approvals/judgeSpenders.ts'
import { type LogsRead, readAllLogs } from '../approvals/readAllLogs.ts'
import { callEach } from '../approvals/readPermissions.ts'
import { isUnlimited } from '../decode/approvalChanges.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { LOGGED_STANDARDS, type RightPlace, rightsNamedBy, topicsWithOwnerAt } from './rightStandards.ts'
import { valueOfRights } from './rightValues.ts'
import { isSafePart, partsOfSafe } from './safeParts.ts'
import { isSigned, SIGNED_STANDARDS } from './signedStandards.ts'

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

/** Limits of events read and of rights looked at: any contract can log one in any account's name. */
const MAX_EVENTS = 5_000
const MAX_CLAIMS = 1_000
/** Limit of accounts looked up; each takes some twenty reads. */
const MAX_ACCOUNTS = 200

/** A right that is live, with the log that named it last; null for what the wallet itself lists. */
type Found = { place: RightPlace; amount: bigint; log: ChainLog | null; signature?: KeptSignature }

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
  const read = await readRightLogs(ports, { block, owner }, signal)
  const claims = [...latestByPlace(read.logs).values()].reverse()
  const cut = [...read.cut]
  if (claims.length > MAX_CLAIMS) cut.push(`${claims.length - MAX_CLAIMS} rights that contracts log`)
  const { live, unreadable, unread } = await readStates(
    ports,
    { block, owner, claims: claims.slice(0, MAX_CLAIMS) },
    signal,
  )
  if (unread.length > 0) cut.push(`the state of ${unread.length} rights`)

  const listed: Found[] =
    wallet?.type === 'safe' ? partsOfSafe(owner, wallet).map((place) => ({ place, amount: 1n, log: null })) : []
  if (wallet?.type === 'safe' && !wallet.complete) cut.push('some modules of the Safe')
  const signed = await unusedSignatures(ports, { block, owner, signatures }, signal)
  if (signed.unread > 0) cut.push(`the state of ${signed.unread} signatures`)
  const found = [...listed, ...signed.live, ...live]
  const named = [...new Set([...found.flatMap(({ place }) => [place.holder, place.keeper])])]
  const accounts = await lookUp(ports, block, named, signal)
  const unlooked = named.filter((address) => !accounts.has(address)).length
  if (unlooked > 0) cut.push(`who ${unlooked} accounts are`)
  const claimed = await claimedOnly(ports, { owner, found, accounts }, signal)
  const confirmed = found.filter((one) => !claimed.has(one))
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

  const describe = (one: Found): WalletRight => {
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
      unlimited:
        one.signature?.unlimited ??
        (hasAmount(one.place) ? isUnlimited(one.amount, null) : standard !== 'vote-delegation'),
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
    unavailable: [...new Set([...read.unavailable, ...(unread.length + unlooked + signed.unread > 0 ? ['rpc'] : [])])],
  }
}

/** Amounts, rather than a yes. */
function hasAmount({ standard, id }: RightPlace): boolean {
  return standard === 'credit-delegation' || (standard === 'erc6909' && id !== null)
}

/** The logs of every standard that name the owner, oldest first. */
async function readRightLogs(
  { chain, isListedToken }: ApprovalPorts,
  { block, owner }: { block: PinnedBlock; owner: Address },
  signal: AbortSignal,
): Promise<{ logs: ChainLog[]; cut: string[]; unavailable: string[] }> {
  const range = { fromBlock: 0n, toBlock: block.number, pin: block }
  const party = topicOf(owner)
  // A stranger's contracts must not displace tokens that a registry lists.
  const isPrecious = ({ address }: ChainLog) => address === owner || isListedToken(address)
  const parts: LogsRead[] = await Promise.all(
    [
      { topics: [topicsWithOwnerAt(1), party] },
      { topics: [topicsWithOwnerAt(2), null, party] },
      { address: [owner], topics: [topicsWithOwnerAt(0)] },
    ].map((filter) => readAllLogs(chain, { ...filter, ...range }, { signal, max: MAX_EVENTS, isPrecious })),
  )
  const dropped = parts.reduce((sum, part) => sum + part.dropped, 0)
  const short = parts.filter(({ whole }) => !whole)
  const from = short.map((part) => part.from ?? block.number + 1n).reduce((a, b) => (a > b ? a : b), 0n)
  return {
    logs: parts
      .flatMap(({ logs }) => logs)
      .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex),
    cut: [
      ...(short.length === 0 ? [] : [`events about rights before block ${from}`]),
      ...(dropped === 0 ? [] : [`${dropped} events about rights of contracts that no registry lists`]),
    ],
    unavailable: short.length === 0 ? [] : ['logs'],
  }
}

/** Each right once, with the last log that names it. */
function latestByPlace(logs: readonly ChainLog[]): Map<string, { place: RightPlace; log: ChainLog }> {
  const latest = new Map<string, { place: RightPlace; log: ChainLog }>()
  for (const log of logs)
    for (const place of rightsNamedBy(log)) {
      const key = [place.standard, place.keeper, place.holder, place.id ?? ''].join(':')
      // A Map keeps the place of an existing key: the newest belongs at the end.
      latest.delete(key)
      latest.set(key, { place, log })
    }
  return latest
}

async function readStates(
  { chain }: ApprovalPorts,
  {
    block,
    owner,
    claims,
  }: { block: PinnedBlock; owner: Address; claims: readonly { place: RightPlace; log: ChainLog }[] },
  signal: AbortSignal,
) {
  const ask = callEach(chain, block, signal)
  const answers = await ask(claims.map(({ place }) => standardOf(place).read(owner, place)))
  const live: Found[] = []
  const unreadable: { place: RightPlace; log: ChainLog }[] = []
  const unread: { place: RightPlace; log: ChainLog }[] = []
  for (const [at, claim] of claims.entries()) {
    const answer = answers[at] ?? null
    if (answer === 'failed') {
      unread.push(claim)
      continue
    }
    const amount = standardOf(claim.place).state(answer, owner, claim.place)
    if (amount === null) unreadable.push(claim)
    else if (amount > 0n) live.push({ ...claim, amount })
  }
  return { live, unreadable, unread }
}

/** The signatures that were not used at the block. `unread`: those whose contract gave no answer. */
async function unusedSignatures(
  { chain }: ApprovalPorts,
  { block, owner, signatures }: { block: PinnedBlock; owner: Address; signatures: readonly KeptSignature[] },
  signal: AbortSignal,
): Promise<{ live: Found[]; unread: number }> {
  const answers = await callEach(
    chain,
    block,
    signal,
  )(signatures.map((signature) => SIGNED_STANDARDS[signature.standard].read(owner, signature)))
  const live: Found[] = []
  let unread = 0
  for (const [at, signature] of signatures.entries()) {
    const answer = answers[at] ?? null
    const { standard, keeper, holder, id } = signature
    const place = { standard, keeper, holder, id }
    const state = answer === 'failed' ? null : SIGNED_STANDARDS[standard].state(answer, place)
    if (state === null) unread += 1
    else if (state > 0n) live.push({ place, amount: 1n, log: null, signature })
  }
  return { live, unread }
}

function standardOf({ standard }: RightPlace) {
  if (isSafePart(standard) || isSigned(standard)) throw new Error('no log tells of this right')
  return LOGGED_STANDARDS[standard]
}

/** Returns the accounts; failed look-ups are absent. */
async function lookUp(
  ports: ApprovalPorts,
  block: PinnedBlock,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<Map<Address, Account>> {
  const found = new Map<Address, Account>()
  await Promise.all(
    addresses.slice(0, MAX_ACCOUNTS).map((address) =>
      ports.account(block, address, signal).then(
        (account) => found.set(address, account),
        () => undefined,
      ),
    ),
  )
  return found
}

/** Rights that an unlisted contract claims in a transaction that is no act of the wallet: anybody can write such a contract. */
async function claimedOnly(
  ports: ApprovalPorts,
  { owner, found, accounts }: { owner: Address; found: readonly Found[]; accounts: ReadonlyMap<Address, Account> },
  signal: AbortSignal,
): Promise<Set<Found>> {
  const doubtful = found.filter(({ place, log }) => {
    const keeper = accounts.get(place.keeper)
    const known = keeper !== undefined && spenderKindOf(keeper) === 'protocol'
    return log !== null && place.keeper !== owner && !known && !ports.isListedToken(place.keeper)
  })
  const hashes = doubtful.flatMap(({ log }) => (log === null ? [] : [log.transactionHash]))
  const transactions = await readTransactions(ports.chain, hashes, signal)
  return new Set(
    doubtful.filter(({ place, log }) => {
      const transaction = transactions.get(log?.transactionHash as Hex)
      return transaction !== undefined && !isOwnAct(transaction, { owner, token: place.keeper, spender: place.holder })
    }),
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
