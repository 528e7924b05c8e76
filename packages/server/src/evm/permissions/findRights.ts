import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import { topicOf } from '../approvals/approvalClaims.ts'
import type { ApprovalPorts } from '../approvals/gatherApprovals.ts'
import { type LogsRead, readAllLogs } from '../approvals/readAllLogs.ts'
import { callEach } from '../approvals/readPermissions.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import type { FoundRight, RightPlace } from './rightPlace.ts'
import { placeReads, placeState } from './rightReads.ts'
import { rightsNamedBy, topicsWithOwnerAt } from './rightStandards.ts'
import { partsOfSafe } from './safeParts.ts'
import { sessionKeys } from './sessionKeys.ts'
import { isSigned } from './signedStandards.ts'

type NamedRight = { place: RightPlace; log: ChainLog; first: ChainLog }
type Unread = { place: RightPlace; log: ChainLog | null }

/** `unreadable`: the contract gives no answer of the standard. `unread`: the network gave none. */
export type RightsFound = {
  live: FoundRight[]
  unreadable: Unread[]
  unread: Unread[]
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
    readSignatures(ports, { block, owner, signatures }, signal),
  ])
  const sessions = await sessionKeys(ports, { block, owner, rights: states.live }, signal)
  cut.push(...sessions.cut)
  const unread = signed.filter(({ left }) => left === 'unread').length
  if (states.unread.length > 0) cut.push(`the state of ${states.unread.length} rights`)
  if (unread > 0) cut.push(`the state of ${unread} signatures`)
  const listed: FoundRight[] =
    wallet?.type === 'safe'
      ? partsOfSafe(owner, wallet).map((place) => {
          const amount = place.standard === 'safe-owner' ? BigInt(wallet.threshold) : 1n
          return { place, amount, log: null, first: null }
        })
      : []
  if (wallet?.type === 'safe' && !wallet.complete) cut.push('some modules or owners of the Safe')
  return {
    live: [...listed, ...signed.flatMap(liveSignature), ...states.live, ...sessions.live],
    // A page can have any contract named that answers nothing: such a signature is told apart, and leaves the rest complete.
    unreadable: [
      ...signed.flatMap(({ place, left }) => (left === null ? [{ place, log: null }] : [])),
      ...states.unreadable,
    ],
    unread: states.unread,
    cut,
    unavailable: [...read.unavailable, ...(states.unread.length + unread + sessions.cut.length > 0 ? ['rpc'] : [])],
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
  ports: Pick<ApprovalPorts, 'chain'>,
  { block, owner, claims }: { block: PinnedBlock; owner: Address; claims: readonly NamedRight[] },
  signal: AbortSignal,
) {
  const states = await readPlaces(ports, { block, owner, places: claims.map(({ place }) => place) }, signal)
  const live: FoundRight[] = []
  const unreadable: NamedRight[] = []
  const unread: NamedRight[] = []
  for (const [at, claim] of claims.entries()) {
    const amount = states[at] ?? null
    if (amount === 'unread') unread.push(claim)
    else if (amount === null) unreadable.push(claim)
    else if (amount > 0n) live.push({ ...claim, amount })
  }
  return { live, unreadable, unread }
}

/** The state of each place; null: its contract gives no answer of the standard, `unread`: the network gave none. */
async function readPlaces(
  { chain }: Pick<ApprovalPorts, 'chain'>,
  { block, owner, places }: { block: PinnedBlock; owner: Address; places: readonly RightPlace[] },
  signal: AbortSignal,
): Promise<(bigint | null | 'unread')[]> {
  const reads = places.map((place) => placeReads(owner, place))
  const answers = (await callEach(chain, block, signal)(reads.flat())).values()
  const now = block.timestamp
  return places.map((place, at) => {
    const own = (reads[at] ?? []).map(() => answers.next().value ?? null)
    const known = own.filter((answer) => answer !== 'failed')
    return known.length < own.length ? 'unread' : placeState(place, { owner, answers: known, now })
  })
}

/** The share of each signature that can still be used at the block, `WHOLE` at most; null: its contract gave no answer. */
export async function sharesLeft(
  chain: ApprovalPorts['chain'],
  asked: { block: PinnedBlock; owner: Address; signatures: readonly KeptSignature[] },
  signal: AbortSignal,
): Promise<(bigint | null)[]> {
  const read = await readSignatures({ chain }, asked, signal)
  return read.map(({ left }) => (left === 'unread' ? null : left))
}

type ReadSignature = { place: RightPlace; signature: KeptSignature; left: bigint | null | 'unread' }

/** What is left of each. A standard that a later version kept is not read. */
async function readSignatures(
  ports: Pick<ApprovalPorts, 'chain'>,
  { block, owner, signatures }: { block: PinnedBlock; owner: Address; signatures: readonly KeptSignature[] },
  signal: AbortSignal,
): Promise<ReadSignature[]> {
  const places = signatures.map(({ standard, keeper, holder, id, terms }): RightPlace => {
    const place = { standard, keeper, holder, id }
    return terms === undefined ? place : { ...place, terms }
  })
  const known = places.filter(({ standard }) => isSigned(standard))
  const states = new Map<RightPlace, bigint | null | 'unread'>()
  const read = await readPlaces(ports, { block, owner, places: known }, signal)
  for (const [at, place] of known.entries()) states.set(place, read[at] ?? null)
  return signatures.map((signature, at) => {
    const place = places[at] as RightPlace
    return { place, signature, left: states.get(place) ?? null }
  })
}

function liveSignature({ place, signature, left }: ReadSignature): FoundRight[] {
  if (left === null || left === 'unread' || left === 0n) return []
  return [{ place, amount: left, log: null, first: null, signature }]
}
