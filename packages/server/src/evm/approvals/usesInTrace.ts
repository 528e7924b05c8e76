import type { Address } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem/utils'
import { PERMIT2 } from '../decode/grants.ts'
import type { MinedTransaction } from '../rpc/chainSource.ts'

/** A permission whose uses its amount does not show. */
export type WatchedGrant = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
  owner: Address
  token: Address
  spender: Address
}

/** Frames of one transaction. */
const MAX_FRAMES = 20_000

type Frame = { type?: unknown; from?: unknown; to?: unknown; input?: unknown; error?: unknown; calls?: unknown }

/** Grants by caller and called contract: the spender, and the token or Permit2. */
export type GrantIndex = ReadonlyMap<string, readonly WatchedGrant[]>

export function indexGrants(grants: readonly WatchedGrant[]): GrantIndex {
  return Map.groupBy(grants, ({ standard, token, spender }) =>
    callKey(spender, standard === 'permit2' ? PERMIT2 : token),
  )
}

/** Whether it is the trace of that transaction: any answer of another shape is none. */
export function isTraceOf(trace: unknown, { sender, to }: Pick<MinedTransaction, 'sender' | 'to'>): boolean {
  if (typeof trace !== 'object' || trace === null) return false
  const root = trace as Frame
  if (lower(root.from) !== sender) return false
  return to === null ? root.type === 'CREATE' : root.type === 'CALL' && lower(root.to) === to
}

/**
 * Which permissions calls that did not fail use, by one walk whatever their number. `whole` false: it has more calls than are looked at. What the trace
 * holds is an endpoint's word.
 */
export function usesIn(trace: unknown, grants: GrantIndex): { used: ReadonlySet<WatchedGrant>; whole: boolean } {
  const used = new Set<WatchedGrant>()
  const open: unknown[] = [trace]
  for (let seen = 0; open.length > 0; seen++) {
    if (seen >= MAX_FRAMES) return { used, whole: false }
    const frame = open.pop() as Frame | null
    if (typeof frame !== 'object' || frame === null || typeof frame.error === 'string') continue
    // What is called so changes nothing, and neither does what it calls.
    if (frame.type === 'STATICCALL') continue
    if (Array.isArray(frame.calls)) for (const inner of frame.calls.slice(0, MAX_FRAMES)) open.push(inner)
    if (frame.type !== undefined && frame.type !== 'CALL') continue
    const called = grants.get(callKey(lower(frame.from), lower(frame.to)))
    if (called === undefined || typeof frame.input !== 'string') continue
    for (const grant of movedBy(frame.input.toLowerCase(), called)) used.add(grant)
  }
  return { used, whole: true }
}

function callKey(from: string, to: string): string {
  return `${from}:${to}`
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

const TRANSFER: string = toFunctionSelector('transfer(address,uint256)')
const PULLS: readonly string[] = [
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
].map((signature) => toFunctionSelector(signature))
/** Of Permit2: its signed transfers use no allowance. */
const [PULL_OF_PERMIT2, PULLS_OF_PERMIT2] = [
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
].map((signature) => toFunctionSelector(signature))
/** From, to, amount, token. */
const PULL_WORDS = 4
const PULLED = 2

/**
 * Of whose tokens the call moves some. The pulls of the standards name the giver first, and `transfer` moves what is the caller's; others, as
 * those of ERC-4626, name the giver anywhere.
 */
function movedBy(input: string, grants: readonly WatchedGrant[]): WatchedGrant[] {
  const selector = input.slice(0, 10)
  if (selector === TRANSFER) return []
  const words: readonly string[] = input.slice(10).match(/.{64}/g) ?? []
  const [first = ''] = words
  const isPull = PULLS.includes(selector)
  // Any account may have nothing of another's moved; an item has no amount.
  const isEmpty = isNothing(words[PULLED])
  const named = isPull ? new Set([first]) : new Set(words)
  const pulls = selector === PULL_OF_PERMIT2 ? words : selector === PULLS_OF_PERMIT2 ? words.slice(2) : []
  const pulled = new Set<string>()
  for (let at = 0; at + PULL_WORDS <= pulls.length; at += PULL_WORDS)
    if (!isNothing(pulls[at + PULLED])) pulled.add(`${pulls[at]}${pulls[at + PULL_WORDS - 1]}`)
  return grants.filter(({ standard, owner, token }) => {
    const giver = wordOf(owner)
    if (standard === 'permit2') return pulled.has(`${giver}${wordOf(token)}`)
    return named.has(giver) && !(isPull && standard === 'erc20' && isEmpty)
  })
}

function wordOf(address: Address): string {
  return address.slice(2).padStart(64, '0')
}

function isNothing(word: string | undefined): boolean {
  return word !== undefined && /^0*$/.test(word)
}
