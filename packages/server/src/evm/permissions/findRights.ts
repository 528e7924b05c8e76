import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import { topicOf } from '../approvals/approvalClaims.ts'
import type { ApprovalPorts } from '../approvals/gatherApprovals.ts'
import { type LogsRead, readAllLogs } from '../approvals/readAllLogs.ts'
import { callEach } from '../approvals/readPermissions.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { LOGGED_STANDARDS, type RightPlace, rightsNamedBy, topicsWithOwnerAt } from './rightStandards.ts'
import { isSafePart, partsOfSafe } from './safeParts.ts'
import { isSigned, SIGNED_STANDARDS } from './signedStandards.ts'

/**
 * A right that is live, with the logs that named it last and first; null for what the wallet itself lists, and for a signature. Its holder
 * can log it too: Aave's debt tokens do when it borrows.
 */
export type FoundRight = {
  place: RightPlace
  amount: bigint
  log: ChainLog | null
  first: ChainLog | null
  signature?: KeptSignature
}
type NamedRight = { place: RightPlace; log: ChainLog; first: ChainLog }

/** `unreadable`: the contract gives no answer of the standard. `unread`: the network gave none. */
export type RightsFound = {
  live: FoundRight[]
  unreadable: NamedRight[]
  unread: NamedRight[]
  cut: string[]
  /** Sources that failed. */
  unavailable: string[]
}

/** Limits of events read and of rights looked at: any contract can log one in any account's name. */
const MAX_EVENTS = 20_000
const MAX_CLAIMS = 5_000

/**
 * The rights that logs name, that a Safe lists and that kept signatures give, each read at the block. Never rejects: what could not be read
 * is named in `cut`.
 */
export async function findRights(
  ports: Pick<ApprovalPorts, 'chain' | 'isListedToken'>,
  {
    block,
    owner,
    wallet,
    signatures,
  }: { block: PinnedBlock; owner: Address; wallet: WalletContract | null; signatures: readonly KeptSignature[] },
  signal: AbortSignal,
): Promise<RightsFound> {
  const read = await readRightLogs(ports, { block, owner }, signal)
  const isPrecious = ({ place: { keeper } }: NamedRight) => keeper === owner || ports.isListedToken(keeper)
  const claims = inTurn([...byPlace(read.logs).values()].reverse(), isPrecious)
  const cut = [...read.cut]
  if (claims.length > MAX_CLAIMS) cut.push(`${claims.length - MAX_CLAIMS} rights that contracts log`)
  const [states, signed] = await Promise.all([
    readStates(ports, { block, owner, claims: claims.slice(0, MAX_CLAIMS) }, signal),
    unusedSignatures(ports, { block, owner, signatures }, signal),
  ])
  if (states.unread.length > 0) cut.push(`the state of ${states.unread.length} rights`)
  if (signed.unread > 0) cut.push(`the state of ${signed.unread} signatures`)
  const listed: FoundRight[] =
    wallet?.type === 'safe'
      ? partsOfSafe(owner, wallet).map((place) => ({ place, amount: 1n, log: null, first: null }))
      : []
  if (wallet?.type === 'safe' && !wallet.complete) cut.push('some modules of the Safe')
  return {
    live: [...listed, ...signed.live, ...states.live],
    unreadable: states.unreadable,
    unread: states.unread,
    cut,
    unavailable: [...read.unavailable, ...(states.unread.length + signed.unread > 0 ? ['rpc'] : [])],
  }
}

/** The logs of every standard that name the owner, oldest first. */
async function readRightLogs(
  { chain, isListedToken }: Pick<ApprovalPorts, 'chain' | 'isListedToken'>,
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

/** Each right once, with the first and the last log that names it. */
function byPlace(logs: readonly ChainLog[]): Map<string, NamedRight> {
  const named = new Map<string, NamedRight>()
  for (const log of logs)
    for (const place of rightsNamedBy(log)) {
      const key = [place.standard, place.keeper, place.holder, place.id ?? ''].join(':')
      const first = named.get(key)?.first ?? log
      // A Map keeps the place of an existing key: the newest belongs at the end.
      named.delete(key)
      named.set(key, { place, log, first })
    }
  return named
}

/**
 * Precious ones first, then one of each keeper in turn: a contract that logs rights by the thousand displaces no other one's where their
 * number is bounded.
 */
function inTurn(claims: readonly NamedRight[], isPrecious: (claim: NamedRight) => boolean): NamedRight[] {
  const turns = new Map<Address, number>()
  const placed = claims.map((claim) => {
    if (isPrecious(claim)) return { claim, turn: -1 }
    const turn = turns.get(claim.place.keeper) ?? 0
    turns.set(claim.place.keeper, turn + 1)
    return { claim, turn }
  })
  return placed.sort((a, b) => a.turn - b.turn).map(({ claim }) => claim)
}

async function readStates(
  { chain }: Pick<ApprovalPorts, 'chain'>,
  { block, owner, claims }: { block: PinnedBlock; owner: Address; claims: readonly NamedRight[] },
  signal: AbortSignal,
) {
  const ask = callEach(chain, block, signal)
  const answers = await ask(claims.map(({ place }) => standardOf(place).read(owner, place)))
  const live: FoundRight[] = []
  const unreadable: NamedRight[] = []
  const unread: NamedRight[] = []
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

/** Whether each signature can still be used at the block; null: its contract gave no answer. */
export async function areUnused(
  chain: ApprovalPorts['chain'],
  { block, owner, signatures }: { block: PinnedBlock; owner: Address; signatures: readonly KeptSignature[] },
  signal: AbortSignal,
): Promise<(boolean | null)[]> {
  const { live, unread } = await unusedSignatures({ chain }, { block, owner, signatures }, signal)
  const open = new Set(live.map(({ signature }) => signature))
  // Few lack an answer: each of them is asked by itself, to tell which.
  const alone = async (signature: KeptSignature) => {
    if (open.has(signature) || unread === 0) return open.has(signature)
    const one = await unusedSignatures({ chain }, { block, owner, signatures: [signature] }, signal)
    return one.unread > 0 ? null : one.live.length > 0
  }
  return Promise.all(signatures.map(alone))
}

/** The signatures that were not used at the block. `unread`: those whose contract gave no answer. */
async function unusedSignatures(
  { chain }: Pick<ApprovalPorts, 'chain'>,
  { block, owner, signatures }: { block: PinnedBlock; owner: Address; signatures: readonly KeptSignature[] },
  signal: AbortSignal,
): Promise<{ live: FoundRight[]; unread: number }> {
  const answers = await callEach(
    chain,
    block,
    signal,
  )(signatures.map((signature) => SIGNED_STANDARDS[signature.standard].read(owner, signature)))
  const live: FoundRight[] = []
  let unread = 0
  for (const [at, signature] of signatures.entries()) {
    const answer = answers[at] ?? null
    const { standard, keeper, holder, id } = signature
    const place = { standard, keeper, holder, id }
    const state = answer === 'failed' ? null : SIGNED_STANDARDS[standard].state(answer, place)
    if (state === null) unread += 1
    else if (state > 0n) live.push({ place, amount: 1n, log: null, first: null, signature })
  }
  return { live, unread }
}

function standardOf({ standard }: RightPlace) {
  if (isSafePart(standard) || isSigned(standard)) throw new Error('no log tells of this right')
  return LOGGED_STANDARDS[standard]
}
