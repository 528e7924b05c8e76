import type { Capability } from '../facts/privileges.ts'
import type { Trade } from '../facts/trade.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'
import { callerClassOf } from './callers.ts'
import { isRenouncedPrivilege } from './isRenouncedPrivilege.ts'
import { lastingTax } from './lastingTax.ts'

/** The documented members. Taxes in percent; null: not reached or not tried. A boolean is null where nothing shows it and not everything was read. */
export type TokenSecurity = {
  buyTax: number | null
  sellTax: number | null
  isMintable: boolean | null
  canBlacklist: boolean | null
  canPause: boolean | null
  ownershipRenounced: boolean | null
  hiddenOwner: boolean | null
  /** Beyond the contract. */
  transferTax: number | null
}

type Known = Partial<Pick<Facts, 'trade' | 'capabilities' | 'switches' | 'privileged'>>

/**
 * Derives the documented members from the facts of a token. A privilege counts while an account can use it, whatever its
 * severity; one that only a burned account could use, or that payments back, does not.
 * @param isWhole whether a fact was gathered in full: only then does its absence mean false.
 */
export function tokenSecurityOf(
  facts: Known,
  findings: readonly Finding[],
  isWhole: (name: keyof Known) => boolean = (name) => facts[name] !== undefined,
): TokenSecurity {
  const { trade = null, capabilities = [], privileged = [] } = facts
  const live = capabilities.filter(({ call }) => callerClassOf(call, privileged) !== 'burned')
  const can = (...kinds: Capability['kind'][]) => live.some(({ kind, backed }) => kinds.includes(kind) && !backed)
  const found = (id: string) => findings.some((finding) => finding.id === id)
  const shown = (is: boolean, isExamined: boolean) => (is ? true : isExamined ? false : null)
  // Without a trade no switch can be ruled out.
  const switchesKnown = isWhole('switches') && trade !== null
  const ownersKnown = isWhole('capabilities') && isWhole('privileged')
  // The first initialisation revokes nothing.
  const hidden = findings.some(
    ({ id, severity }) => HIDDEN.includes(id) && (id === 'hidden-owner' || severity !== 'low'),
  )
  return {
    buyTax: taxOf(trade, 'buyTax'),
    sellTax: taxOf(trade, 'sellTax'),
    isMintable: shown(can('mint'), isWhole('capabilities')),
    canBlacklist: shown(can('blacklist') || found('freeze-switch'), isWhole('capabilities') && switchesKnown),
    canPause: shown(can('pause') || found('transfers-switch'), isWhole('capabilities') && switchesKnown),
    ownershipRenounced: facts.privileged === undefined ? null : renouncedOf(privileged, trade, isWhole('privileged')),
    hiddenOwner: shown(hidden, ownersKnown),
    transferTax: taxOf(trade, 'transferTax'),
  }
}

function taxOf(trade: Trade | null, tax: 'buyTax' | 'sellTax' | 'transferTax'): number | null {
  return trade === null ? null : lastingTax(trade, tax)
}

const HIDDEN: readonly string[] = ['hidden-owner', 'ownership-take-back']

/**
 * True when the ownership was renounced and no owner is left. Without any owner nothing was renounced, and an operator may hide
 * in storage. A live owner alone answers false.
 */
function renouncedOf(privileged: Facts['privileged'], trade: Trade | null, isWhole: boolean): boolean | null {
  const owners = privileged.filter(({ by }) => /^(get)?owner\(\)/i.test(by))
  const asked = owners.length > 0 ? owners : privileged
  const lives = asked.some((one) => !isRenouncedPrivilege(one, trade))
  if (lives) return false
  return isWhole ? asked.length > 0 : null
}
