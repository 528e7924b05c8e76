import type { Finding } from '../engine/finding.ts'
import type { Facts } from '../facts/facts.ts'
import type { Capability } from '../facts/privileges.ts'
import type { Trade } from '../facts/trade.ts'
import { callerClassOf } from './callers.ts'
import { isRenouncedPrivilege } from './capabilityHits.ts'
import { isNamed } from './genuine.ts'
import { refusesApprovals, salesOf } from './openMint.ts'
import { lastingTax } from './taxHits.ts'

/** The contract's words for threats of a contract. */
export const THREATS = [
  'honeypot',
  'hidden_mint',
  'blacklist_function',
  'high_tax',
  'rug_pull_risk',
  'proxy_contract',
  'unverified',
] as const
export type Threat = (typeof THREATS)[number]

/** Findings from executed trades that could not be sold. Percent for those that depend on the share kept. */
const HONEYPOT: readonly string[] = ['honeypot-token', 'delayed-honeypot', 'honeypot-for-existing-holders']
const TAX: readonly string[] = ['sell-tax', 'holder-tax']
const SAME_AS_NOTHING = 90

/** Whether execution showed it: no sale succeeded, now, later or for real holders, or a sale left next to nothing. */
function isShownHoneypot(findings: readonly Finding[]): boolean {
  return findings.some(({ id, severity, evidence }) => {
    if (severity !== 'critical') return false
    const kept = Number(evidence.taxPercent ?? evidence.highestTax ?? 0)
    return HONEYPOT.includes(id) || (TAX.includes(id) && kept >= SAME_AS_NOTHING)
  })
}

/**
 * True when execution showed it, false when a sale succeeded or nothing could be sold, null when no sale was seen, or the token
 * has no market and refuses approvals. A well-known token counts as sellable where it has no market, or where the budget ended
 * before a sale.
 * @param isTradeWhole false where the budget ended before every attempt was made.
 */
export function isHoneypot(
  findings: readonly Finding[],
  { token, trade, subject }: Partial<Pick<Facts, 'token' | 'trade' | 'subject'>>,
  isTradeWhole = true,
): boolean | null {
  if (isShownHoneypot(findings)) return true
  if (token === undefined) return null
  if (token?.standard !== 'erc20') return false
  if (trade === undefined) return null
  if (subject !== undefined && isNamed(subject)) return false
  if (trade === null) return null
  if (refusesApprovals(trade)) return null
  const { reached } = salesOf(trade)
  if (reached.some(({ sellTax }) => sellTax !== null)) return false
  return isTradeWhole && (reached.length > 0 || trade.holders.sampled > 0) ? false : null
}

/**
 * Findings behind each threat (a rug pull is the nearest word for a drainer or a listed scammer); findings below medium are
 * notes, not threats.
 */
const FINDINGS: Readonly<Partial<Record<Threat, readonly string[]>>> = {
  hidden_mint: ['hidden-mint', 'free-mint'],
  blacklist_function: ['address-blacklist', 'holder-freeze'],
  high_tax: ['buy-tax', 'sell-tax', 'wallet-to-wallet-transfer-tax', 'holder-tax', 'raisable-trading-tax'],
  rug_pull_risk: [
    'balance-rewrite',
    'burn-from-others',
    'creator-held-liquidity',
    'ineffective-liquidity-lock',
    'flagged-contract',
    'flagged-owner',
    'flagged-deployer',
    'flagged-implementation',
    'hidden-owner',
    'token-theft-from-holders',
    'impersonated-token',
    'payments-not-withdrawable',
    'nft-seizure-by-owner',
    'surviving-item-signer',
    'withdrawal-of-user-deposits',
    'unsafe-user-deposits',
    'reclaimable-ownership',
    'approved-token-drainer',
    'forged-signature',
    'sell-kill-switch',
    'settable-delegate',
    'holder-token-seizure',
    'unlocked-liquidity',
  ],
}
const GRAVE: readonly Finding['severity'][] = ['medium', 'high', 'critical']

/** Returns `threats` of the contract scan, in the contract's order. Each one follows from a finding or a fact in the answer. */
export function contractThreats(
  findings: readonly Finding[],
  { proxy, provenance }: Partial<Pick<Facts, 'proxy' | 'provenance'>>,
): Threat[] {
  const grave = new Set(findings.filter(({ severity }) => GRAVE.includes(severity)).map(({ id }) => id))
  const isProxy = proxy != null && proxy.kind !== 'safe' && proxy.kind !== 'eip7702'
  return THREATS.filter((threat) => {
    if (threat === 'honeypot') return isShownHoneypot(findings)
    if (threat === 'proxy_contract') return isProxy
    if (threat === 'unverified') return provenance?.verified === false
    // A blacklist kept by several keys is still one.
    if (threat === 'blacklist_function')
      return findings.some(({ id, severity }) => FINDINGS.blacklist_function?.includes(id) && severity !== 'info')
    return (FINDINGS[threat] ?? []).some((id) => grave.has(id))
  })
}

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
    canBlacklist: shown(can('blacklist') || found('holder-freeze'), isWhole('capabilities') && switchesKnown),
    canPause: shown(can('pause') || found('transfer-kill-switch'), isWhole('capabilities') && switchesKnown),
    ownershipRenounced: facts.privileged === undefined ? null : renouncedOf(privileged, trade, isWhole('privileged')),
    hiddenOwner: shown(hidden, ownersKnown),
    transferTax: taxOf(trade, 'transferTax'),
  }
}

function taxOf(trade: Trade | null, tax: 'buyTax' | 'sellTax' | 'transferTax'): number | null {
  return trade === null ? null : lastingTax(trade, tax)
}

const HIDDEN: readonly string[] = ['hidden-owner', 'reclaimable-ownership']

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
