import type { Address } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem/utils'
import { PERMIT2 } from '../decode/grants.ts'

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

/** Whether a call that did not fail uses the permission; null: it has more calls than are looked at. The trace is an endpoint's word. */
export function usesIn(trace: unknown, grant: WatchedGrant): boolean | null {
  const keeper = grant.standard === 'permit2' ? PERMIT2 : grant.token
  const open: unknown[] = [trace]
  for (let seen = 0; open.length > 0; seen++) {
    if (seen >= MAX_FRAMES) return null
    const frame = open.pop() as Frame | null
    if (typeof frame !== 'object' || frame === null || typeof frame.error === 'string') continue
    // What is called so changes nothing, and neither does what it calls.
    if (frame.type === 'STATICCALL') continue
    if (Array.isArray(frame.calls)) for (const inner of frame.calls.slice(0, MAX_FRAMES)) open.push(inner)
    const [from, to, input = ''] = [frame.from, frame.to, frame.input].map((one) =>
      typeof one === 'string' ? one.toLowerCase() : '',
    )
    const isCall = frame.type === undefined || frame.type === 'CALL'
    if (isCall && from === grant.spender && to === keeper && movesFor(grant, input)) return true
  }
  return false
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
 * Whether the call moves what is the owner's. The pulls of the standards name the giver first, and `transfer` moves what is the caller's; others, as
 * those of ERC-4626, name the giver anywhere.
 */
function movesFor({ standard, owner, token }: WatchedGrant, input: string): boolean {
  const selector = input.slice(0, 10)
  const words: readonly string[] = input.slice(10).match(/.{64}/g) ?? []
  const [giver, item] = [owner, token].map((address) => address.slice(2).padStart(64, '0'))
  if (standard !== 'permit2') {
    if (selector === TRANSFER) return false
    if (!PULLS.includes(selector)) return words.includes(giver ?? '')
    // Any account may have nothing of another's moved; an item has no amount.
    return words[0] === giver && !(standard === 'erc20' && isNothing(words[PULLED]))
  }
  const pulls = selector === PULL_OF_PERMIT2 ? words : selector === PULLS_OF_PERMIT2 ? words.slice(2) : []
  return pulls.some(
    (word, at) =>
      at % PULL_WORDS === 0 && word === giver && pulls[at + PULL_WORDS - 1] === item && !isNothing(pulls[at + PULLED]),
  )
}

function isNothing(word: string | undefined): boolean {
  return word !== undefined && /^0*$/.test(word)
}
