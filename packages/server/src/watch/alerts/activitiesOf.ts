import { setImmediate } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { InternalTransfer, WatchedLog, WatchedTransaction } from '../ports.ts'
import { type Activity, compareOutgoingFirst, type Grant, type Transfer, type TransferActivity } from './activity.ts'
import type { Named, PlacedLog } from './partiesOf.ts'

/** What logs and transactions mean; nothing is asked of the network. */
export type Reading = {
  /** What one log says was moved; hostile ones say nothing. */
  transfersOf(log: WatchedLog): Transfer[]
  /** What one log says was permitted; null: nothing. */
  grantOf(log: WatchedLog): Grant | null
  /** Whether a registry of the network lists the token. */
  isListed(token: Address): boolean
  /** Whether the transaction shows that the owner itself called the token. */
  isOwnAct(transaction: WatchedTransaction, of: { owner: Address; token: Address }): boolean
}

/** Of one address in one transaction: a token can log what it likes, as often as its sender pays for. */
const MAX_OF_TRANSACTION = 100
const CALL_DIGITS = 10
/** Characters of a log's data: 1,000 items of a batch. */
const LONGEST_DATA = 128 * 1024
/** Between two turns for others: a few milliseconds of reading. */
const DIGITS_A_TURN = 256 * 1024
/** A log without data, in such characters. */
const COST_OF_A_LOG = 4 * 1024
const LOGS_A_TURN = 100
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/**
 * What a transaction and its logs, in order, say of the addresses: approvals first, and what is a token's word alone last.
 * @param named the logs that name any of them.
 */
export async function activitiesOf(
  transaction: WatchedTransaction,
  named: Named,
  watched: ReadonlySet<Address>,
  reading: Reading,
): Promise<Activity[]> {
  const found = [
    ...(await ofLogs(transaction, named.logs, watched, reading)),
    ...ofTransaction(transaction, watched),
    ...ofPayments(transaction, named.inside, watched),
  ]
  return boundedOf(found, named.leftOut)
}

function ofTransaction(
  { hash, from, to, value, input }: WatchedTransaction,
  watched: ReadonlySet<Address>,
): Activity[] {
  if (to === null || from === to) return []
  const place = { hash, logIndex: null, initiator: from, claimed: false }
  const found: Activity[] = []
  const moved = { kind: 'transfer', ...place, position: 'value', token: null, amount: value } as const
  if (value > 0n && watched.has(from)) found.push({ ...moved, wallet: from, counterparty: to, direction: 'out' })
  if (value > 0n && watched.has(to)) found.push({ ...moved, wallet: to, counterparty: from, direction: 'in' })
  if (input.length >= CALL_DIGITS && watched.has(from)) {
    const selector = input.slice(0, CALL_DIGITS) as Hex
    found.push({ kind: 'call', ...place, position: 'call', wallet: from, counterparty: to, direction: 'out', selector })
  }
  return found
}

function ofPayments(
  { hash, from: initiator }: WatchedTransaction,
  payments: readonly InternalTransfer[],
  watched: ReadonlySet<Address>,
): Activity[] {
  return payments.flatMap(({ from, to, value: amount, path }) => {
    const place = { hash, logIndex: null, position: `inside${path}`, initiator, claimed: false, inside: true } as const
    const sides = [
      { wallet: from, counterparty: to, direction: 'out' },
      { wallet: to, counterparty: from, direction: 'in' },
    ] as const
    return sides
      .filter(({ wallet }) => watched.has(wallet))
      .map((side): Activity => ({ kind: 'transfer', ...place, ...side, token: null, amount }))
  })
}

/** What each log moves, with turns for others in between. */
async function transfersIn(logs: readonly PlacedLog[], transfersOf: Reading['transfersOf']): Promise<Transfer[][]> {
  const transfers: Transfer[][] = []
  let digits = 0
  for (const log of logs) {
    digits += log.data.length + COST_OF_A_LOG
    if (digits > DIGITS_A_TURN) {
      await setImmediate()
      digits = 0
    }
    transfers.push(log.data.length > LONGEST_DATA ? [] : transfersOf(log))
  }
  return transfers
}

async function ofLogs(
  transaction: WatchedTransaction,
  logs: readonly PlacedLog[],
  watched: ReadonlySet<Address>,
  { transfersOf, grantOf, isListed, isOwnAct }: Reading,
): Promise<Activity[]> {
  const transfers = await transfersIn(logs, transfersOf)
  // Items of ERC-1155 are permitted by the collection, and never used up.
  const used = transfers.flatMap((moves) => moves.filter(({ standard }) => standard !== 'erc1155'))
  const out = Map.groupBy(used, ({ token, from }) => token + from)
  const placeOf = (wallet: Address, token: Address, { logIndex, at }: PlacedLog) => ({
    wallet,
    hash: transaction.hash,
    logIndex,
    position: `log${at}`,
    initiator: transaction.from,
    claimed: !isListed(token) && !isOwnAct(transaction, { owner: wallet, token }),
  })
  const found: Activity[] = []
  for (const [index, log] of logs.entries()) {
    if (index % LOGS_A_TURN === LOGS_A_TURN - 1) await setImmediate()
    const moves = log.data.length > LONGEST_DATA ? unread(log) : (transfers[index] ?? [])
    const [first] = moves
    if (first !== undefined && first.from !== first.to) {
      const { standard, token, from, to, amount } = first
      for (const direction of ['out', 'in'] as const) {
        const [wallet, counterparty] = direction === 'out' ? [from, to] : [to, from]
        if (!watched.has(wallet)) continue
        const side = { ...placeOf(wallet, token, log), counterparty, direction, token }
        const items = moves.map(({ tokenId, amount: of }) => ({ tokenId: tokenId ?? 0n, amount: of }))
        if (standard === 'erc20') found.push({ kind: 'transfer', ...side, amount })
        else found.push({ kind: 'nft', ...side, standard, items: log.data.length > LONGEST_DATA ? null : items })
      }
    }
    const grant = log.data.length > LONGEST_DATA || first !== undefined ? null : grantOf(log)
    if (grant !== null && watched.has(grant.owner)) {
      const moved = out.get(grant.token + grant.owner) ?? []
      found.push({ kind: 'approval', ...placeOf(grant.owner, grant.token, log), grant, moved })
    }
  }
  return found
}

/** A batch that is too long to be read still names its sender and receiver. No honest batch is so long. */
function unread({ address: token, topics: [event, , sender, receiver] }: PlacedLog): Transfer[] {
  if (event !== TRANSFER_BATCH || sender === undefined || receiver === undefined) return []
  const partyOf = (topic: Hex): Address => `0x${topic.slice(26)}`
  return [{ standard: 'erc1155', token, from: partyOf(sender), to: partyOf(receiver), tokenId: null, amount: 0n }]
}

/**
 * Keeps the most telling activities of each wallet. A log that any contract can write never displaces a certain one;
 * transfers of nothing, which a token lets any account make in another's name, and smaller payments never displace a
 * payment.
 */
function boundedOf(found: readonly Activity[], leftOut: ReadonlyMap<Address, number>): Activity[] {
  return [...Map.groupBy(found, ({ wallet }) => wallet)].flatMap(([wallet, ofOne]) => {
    const left = (leftOut.get(wallet) ?? 0) + Math.max(0, ofOne.length - MAX_OF_TRANSACTION)
    const told = ofOne.toSorted(inOrderOfTelling).slice(0, MAX_OF_TRANSACTION)
    return left === 0 ? told : told.map((activity) => ({ ...activity, leftOut: left }))
  })
}

function inOrderOfTelling(a: Activity, b: Activity): number {
  if (rankOf(a) !== rankOf(b) || !isInside(a) || !isInside(b)) return rankOf(a) - rankOf(b)
  return compareOutgoingFirst(
    { isOut: a.direction === 'out', amount: a.amount },
    { isOut: b.direction === 'out', amount: b.amount },
  )
}

function rankOf(activity: Activity): number {
  const doubted = activity.claimed ? 4 : 0
  if (activity.kind === 'approval') return doubted
  if (movesNothing(activity)) return doubted + 3
  return doubted + (isInside(activity) ? 2 : 1)
}

function isInside(activity: Activity): activity is TransferActivity {
  return activity.kind === 'transfer' && activity.inside === true
}

function movesNothing(activity: Activity): boolean {
  if (activity.kind === 'nft') return activity.items?.every(({ amount }) => amount === 0n) ?? false
  return activity.kind === 'transfer' && activity.amount === 0n
}
