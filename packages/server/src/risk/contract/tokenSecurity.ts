import type { Capability } from '../facts/powers.ts'
import type { Trade } from '../facts/trade.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'
import { callerClassOf } from './callers.ts'
import { isGivenUp } from './isGivenUp.ts'
import { lastingTax } from './lastingTax.ts'

/** The documented members. Percent; null: not reached or not tried. A boolean that could not be learned is false. */
export type TokenSecurity = {
  buyTax: number | null
  sellTax: number | null
  isMintable: boolean
  canBlacklist: boolean
  canPause: boolean
  ownershipRenounced: boolean
  hiddenOwner: boolean
  /** Beyond the contract. */
  transferTax: number | null
}

/**
 * What the facts say of a token. A power counts while anybody can use it, whatever the level of risk; what only a burned
 * account could do, or was paid for, does not.
 */
export function tokenSecurityOf(
  facts: Partial<Pick<Facts, 'trade' | 'capabilities' | 'switches' | 'privileged'>>,
  findings: readonly Finding[],
): TokenSecurity {
  const { trade = null, capabilities = [], privileged = [] } = facts
  const live = capabilities.filter(({ call }) => callerClassOf(call, privileged) !== 'burned')
  const can = (...kinds: Capability['kind'][]) => live.some(({ kind, backed }) => kinds.includes(kind) && !backed)
  const found = (id: string) => findings.some((finding) => finding.id === id)
  return {
    buyTax: taxOf(trade, 'buyTax'),
    sellTax: taxOf(trade, 'sellTax'),
    isMintable: can('mint'),
    canBlacklist: can('blacklist') || found('freeze-switch'),
    canPause: can('pause') || found('transfers-switch'),
    ownershipRenounced: facts.privileged !== undefined && isRenounced(privileged, trade),
    // Who sets up what nobody set up yet takes nothing back.
    hiddenOwner: findings.some(
      ({ id, severity }) => HIDDEN.includes(id) && (id === 'hidden-owner' || severity !== 'low'),
    ),
    transferTax: taxOf(trade, 'transferTax'),
  }
}

function taxOf(trade: Trade | null, tax: 'buyTax' | 'sellTax' | 'transferTax'): number | null {
  return trade === null ? null : lastingTax(trade, tax)
}

const HIDDEN: readonly string[] = ['hidden-owner', 'ownership-take-back']

/** Somebody gave it up, and no owner lives: where nobody was found, nothing was given up, and an operator may hide in storage. */
function isRenounced(privileged: Facts['privileged'], trade: Trade | null): boolean {
  const owners = privileged.filter(({ by }) => /^(get)?owner\(\)/i.test(by))
  const asked = owners.length > 0 ? owners : privileged
  return asked.length > 0 && asked.every((one) => isGivenUp(one, trade))
}
