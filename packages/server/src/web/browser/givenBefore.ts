import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { scanBody } from './pageRecorder.ts'
import type { PageWalletRequest } from './pageWallet.ts'

/** What the visitor gave away with earlier requests of a page, had they all been confirmed. */
export type GivenBefore = {
  /** Tokens and collections, and who may take them. */
  approvals: { token: string; to: string }[]
  /** Contract whose code the account runs (EIP-7702); null for none. */
  delegate: Address | null
}

/** approve(address,uint256), increaseAllowance(address,uint256) and setApprovalForAll(address,bool), but for amounts of zero. */
const GIVES = /^0x(?:095ea7b3|39509351|a22cb465)0{24}([0-9a-f]{40})(?!0{64})[0-9a-f]{64}/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const NO_DELEGATE = /^0x0{40}$/
/** More approvals are no ordinary page's. */
const MAX_APPROVALS = 20

/**
 * Reads approvals, permits and delegations of requests for one network, in the order in which a page made them. Requests are JSON that the
 * page wrote: what no wallet takes gives nothing.
 */
export function givenBefore(earlier: readonly PageWalletRequest[], account: Address, chain: Chain): GivenBefore {
  const approvals = new Map<string, GivenBefore['approvals'][number]>()
  let delegate: Address | null = null
  const approve = (token: unknown, spender: unknown) => {
    if (!isAddress(token) || !isAddress(spender) || approvals.size >= MAX_APPROVALS) return
    const given = { token: token.toLowerCase(), to: spender.toLowerCase() }
    approvals.set(`${given.token} ${given.to}`, given)
  }
  for (const request of earlier) {
    const body = scanBody(request, account)?.body
    if (body === undefined || body.chain !== chain) continue
    for (const { to, data, input } of [body, ...listOf(body.calls)]) {
      const spender = GIVES.exec(String(data ?? input ?? ''))?.[1]
      if (spender !== undefined) approve(to, `0x${spender}`)
    }
    for (const { address, r } of listOf(body.authorizationList)) {
      // A signature that stands in the request is of another account: this one signs nothing for a page.
      if (isAddress(address) && r === undefined)
        delegate = NO_DELEGATE.test(address) ? null : (address.toLowerCase() as Address)
    }
    const { domain, message } = membersOf(parsed(body.typedData))
    approve(membersOf(domain).verifyingContract, membersOf(message).spender)
  }
  return { approvals: [...approvals.values()], delegate }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && ADDRESS.test(value)
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, MAX_APPROVALS).map(membersOf) : []
}

/** Typed data is JSON text in JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
