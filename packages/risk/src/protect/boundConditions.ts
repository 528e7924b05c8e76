import { type Condition, MAX_WORD, type Measured, type Reading } from './condition.ts'

/** How far the outcome on chain may differ from the simulated one. */
export type ProtectLimits = {
  /** Hundredths of a percent by which what arrives may fall short of the simulation. What leaves has no slack. */
  slippageBps: number
  /** Base units by which a balance may also fall: for gas, and for the charge of a paymaster. */
  feeOf(balance: Reading): bigint
}

/** Share of what arrives that a trade may lose to other trades before it is mined. */
export const DEFAULT_SLIPPAGE_BPS = 300
const WHOLE_BPS = 10_000n

/** Seconds that a Permit2 permission may last beyond the simulated one: one of zero seconds lasts until the block's own time. */
const EXPIRY_SLACK = 3_600n

const MAX_PERMIT2_AMOUNT = 2n ** 160n - 1n
const MAX_PERMIT2_EXPIRY = 2n ** 48n - 1n

/**
 * Bounds what was measured after the calls: an account keeps at least what the simulation left it, permissions are no larger, and
 * owners, code and nonces are the same. A bound that every value meets (an unlimited allowance, a floor of zero) is left out, so that
 * each condition can fail, and each holds for the simulated outcome.
 */
export function boundConditions(measured: readonly Measured[], limits: ProtectLimits): Condition[] {
  return measured.flatMap((one) => {
    const bounds = boundsOf(one, measured, limits)
    return bounds === null ? [] : [{ ...one, ...bounds }]
  })
}

type Bounds = { min: bigint; max: bigint }

function boundsOf(one: Measured, all: readonly Measured[], limits: ProtectLimits): Bounds | null {
  const { kind, after } = one
  switch (kind) {
    case 'native-balance':
    case 'token-balance':
    case 'item-balance':
      return atLeast(floorOf(one, limits) - limits.feeOf(one))
    case 'allowance':
      return atMost(after + unspent(one, all, limits), MAX_WORD)
    case 'operator':
      return atMost(after, 1n)
    case 'permit2-amount':
      return atMost(after, MAX_PERMIT2_AMOUNT)
    case 'permit2-expiry':
      return atMost(after + EXPIRY_SLACK, MAX_PERMIT2_EXPIRY)
    default:
      return { min: after, max: after }
  }
}

function atLeast(min: bigint): Bounds | null {
  return min <= 0n ? null : { min, max: MAX_WORD }
}

function atMost(max: bigint, largest: bigint): Bounds | null {
  return max >= largest ? null : { min: 0n, max }
}

/** Least that the account must hold: all that it kept, and what arrived less the slippage. */
function floorOf({ before, after }: Measured, { slippageBps }: ProtectLimits): bigint {
  if (before === null || after <= before) return after
  const arrived = after - before
  return after - (arrived * BigInt(slippageBps)) / WHOLE_BPS
}

/** A trade that takes less than in the simulation leaves that much more of its allowance. */
function unspent({ target, account }: Measured, all: readonly Measured[], { slippageBps }: ProtectLimits): bigint {
  const balance = all.find((one) => one.kind === 'token-balance' && one.target === target && one.account === account)
  if (!balance || balance.before === null || balance.before <= balance.after) return 0n
  return ((balance.before - balance.after) * BigInt(slippageBps)) / WHOLE_BPS
}
