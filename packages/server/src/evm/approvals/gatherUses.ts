import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressOf, EVENTS, transfersOf } from '../decode/emittedLogs.ts'
import type { ChainLog, ChainSource, MinedTransaction } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import { readAllLogs } from './readAllLogs.ts'
import type { LivePermission } from './readPermissions.ts'
import { type ApprovalUse, type OutgoingTransfer, usesOf } from './usesOf.ts'

/** Most addresses in one filter: providers refuse longer ones. With more tokens, transfers of all are read. */
const MAX_TOKENS = 100
const MAX_TRANSFERS = 5_000
/** Transactions read to see who made a transfer, newest first. */
const MAX_TRANSACTIONS = 400

/** When each permission was given and last used, from the owner's transfers since the first of them was given. Never rejects. */
export async function gatherUses(
  chain: ChainSource,
  { block, owner, live }: { block: PinnedBlock; owner: Address; live: readonly LivePermission[] },
  signal: AbortSignal,
): Promise<Map<LivePermission, ApprovalUse>> {
  const relevant = live.filter(({ claim }) => claim.kind !== 'token')
  if (relevant.length === 0) return usesOf(live, { owner, departures: [], transactions: new Map(), from: 0n })
  const tokens = [...new Set(relevant.map(({ claim }) => claim.token))]
  const range = {
    ...(tokens.length <= MAX_TOKENS && { address: tokens }),
    fromBlock: relevant.map(({ claim }) => claim.steps[0]?.blockNumber ?? 0n).reduce((a, b) => (a < b ? a : b)),
    toBlock: block.number,
    pin: block,
  }
  const party = topicOf(owner)
  const operators = relevant.some(({ claim }) => claim.kind === 'operator')
  const read = (topics: (Hex | Hex[] | null)[]) =>
    readAllLogs(chain, { ...range, topics }, { signal, max: MAX_TRANSFERS })
  const parts = await Promise.all([
    read([EVENTS.Transfer, party]),
    ...(operators ? [read([[EVENTS.TransferSingle, EVENTS.TransferBatch], null, party])] : []),
  ])
  const wanted = new Set(tokens)
  const departures = parts
    .flatMap(({ logs }) => logs)
    .filter(({ address }) => wanted.has(address))
    .flatMap(departuresOf)
    .sort((a, b) => Number(b.blockNumber - a.blockNumber))
  const reached = parts.map(({ from, whole }) => (whole ? 0n : from))
  const from = reached.includes(null) ? null : (reached as bigint[]).reduce((a, b) => (a > b ? a : b))
  const hashes = departures.filter(({ operator }) => operator === null).map(({ hash }) => hash)
  const transactions = await readTransactions(chain, hashes, signal)
  return usesOf(live, { owner, departures, transactions, from })
}

/** Each once, as many as are worth reading; those that could not be read are left out. */
export async function readTransactions(
  chain: ChainSource,
  hashes: readonly Hex[],
  signal: AbortSignal,
): Promise<Map<Hex, MinedTransaction>> {
  const wanted = [...new Set(hashes)].slice(0, MAX_TRANSACTIONS)
  const found = await Promise.all(wanted.map((hash) => chain.transaction(hash, signal).catch(() => null)))
  return new Map(wanted.flatMap((hash, at) => (found[at] ? [[hash, found[at]]] : [])))
}

function departuresOf(log: ChainLog): OutgoingTransfer[] {
  const { blockNumber, transactionHash: hash } = log
  const operator = log.topics[0] === EVENTS.Transfer ? null : log.topics[1]
  return transfersOf([{ ...log, index: log.logIndex, selector: '0x' }]).flatMap(({ token, to, amount }) =>
    amount === 0n ? [] : [{ blockNumber, hash, token, to, amount, operator: operator ? addressOf(operator) : null }],
  )
}
