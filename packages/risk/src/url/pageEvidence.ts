import type { Verdict } from '../engine/detector.ts'
import type { Hit } from '../engine/finding.ts'
import type { Facts } from '../facts/facts.ts'
import type { CodeMark, FormFieldKind, Page, WalletCall } from '../facts/page.ts'
import { quote } from '../wording/accountNames.ts'
import { unseen, verifiedSiteOwner } from './trustOfSite.ts'
import { isUnseenPart } from './unseenParts.ts'

/**
 * Judges a page as far as it was read. No answer: unknown. An answer without HTML: not applicable. An error page, a robot check,
 * or a cut-off page can accuse and cannot clear: visitors may see something else, or more.
 */
export function judgePage({ visit, page }: Pick<Facts, 'visit' | 'page'>, rule: (page: Page) => Hit[]): Verdict {
  if (!visit.reached) return UNKNOWN
  if (page === null) return 'not-applicable'
  const hits = rule(page)
  if (hits.length > 0) return hits
  const why = unseen(visit, page)
  return why === null || why === 'not-asked' ? [] : UNKNOWN
}

/** Only `incomplete-page-content` decides the verdict by it. */
const UNKNOWN = { unknown: ['what its page shows'], decisive: false } as const

/** As `judgePage`, for rules about what scripts do: where some were not read, nothing found is no answer. */
export function judgeScripts(facts: Pick<Facts, 'visit' | 'page'>, rule: (page: Page) => Hit[]): Verdict {
  const verdict = judgePage(facts, rule)
  const isPartial = facts.page?.unread.some((what) => !isUnseenPart(what)) ?? false
  return Array.isArray(verdict) && verdict.length === 0 && isPartial
    ? { unknown: ['what its scripts do'], decisive: false }
    : verdict
}

/** Marks shown as evidence: no more than a person looks up. */
const MAX = 6

/** Renders patterns found in code with their place: `kind (where): excerpt`. */
export function marksEvidence(marks: readonly CodeMark<string>[]): string[] {
  return marks.slice(0, MAX).map(({ kind, where, excerpt }) => `${kind} (${where}): ${excerpt}`)
}

/** Kinds of pressure; a project's own pools and support desks are honest. */
const PRESSING: readonly Page['lures'][number]['kind'][] = ['urgency', 'verify-wallet', 'giveaway', 'migration']

/** Staking sites also have rewards to claim, but do not call them free. */
const CLAIM = /airdrop|free|eligib|allocation/i

/** Whether the words of a page press its visitors to act, or offer something for free. */
export function presses({ lures }: Pick<Page, 'lures'>): boolean {
  return lures.some(({ kind, phrase }) => PRESSING.includes(kind) || (kind === 'claim' && CLAIM.test(phrase)))
}

/** Calls by which something can leave a wallet; connecting and signing in are none. */
const ASSET_MOVING: readonly WalletCall[] = [
  'send',
  'typed-data',
  'approve',
  'permit',
  'set-approval-for-all',
  'increase-allowance',
  'transfer-from',
  'delegation',
  'batch',
]

/** The calls of a page by which something can leave a wallet, each kind once. Front-ends of honest exchanges have them all. */
export function assetMovingCalls({ walletCalls }: Pick<Page, 'walletCalls'>): WalletCall[] {
  return ASSET_MOVING.filter((kind) => walletCalls.some((call) => call.kind === kind))
}

const SECRETS: readonly [FormFieldKind, string][] = [
  ['seed-phrase', 'a seed phrase'],
  ['private-key', 'a private key'],
  ['password', 'a password'],
  ['one-time-code', 'a one-time code'],
  ['card', 'card details'],
]

/** Returns the secrets and rights that a page asks for, in words; empty when it asks for none worth stealing. */
export function requestedSecrets(page: Page): string[] {
  const wallet = assetMovingCalls(page).length > 0 ? ['transactions or signatures of a wallet'] : []
  return [...secretsOf(page), ...wallet]
}

/** The same without what a wallet is asked for. */
export function secretsOf({ forms, secretsAsked }: Pick<Page, 'forms' | 'secretsAsked'>): string[] {
  const kinds = new Set<string>([
    ...forms.flatMap(({ fields }) => fields.map(({ kind }) => kind)),
    ...secretsAsked.map(({ kind }) => kind),
  ])
  return SECRETS.filter(([kind]) => kinds.has(kind)).map(([, words]) => words)
}

const MAX_SHOWN = 6

/** Returns one hit when the page asks for a secret of that kind: critical, or low on a site with a known owner. */
export function secretHits(
  { visit, page, site, trust, hopTrust }: Pick<Facts, 'visit' | 'page' | 'site' | 'trust' | 'hopTrust'>,
  { kind, called }: { kind: 'private-key' | 'seed-phrase'; called: string },
): Verdict {
  return judgePage({ visit, page }, (shown): Hit[] => {
    const asked = [
      ...shown.secretsAsked.filter((secret) => secret.kind === kind).map(({ evidence }) => evidence),
      ...shown.forms
        .flatMap(({ fields }) => fields.filter((field) => field.kind === kind))
        .map(({ label }) => `field ${quote(label)}`),
    ]
    if (asked.length === 0) return []
    const siteOwner = verifiedSiteOwner({ visit, site, trust, hopTrust }, shown)
    const known = siteOwner === null ? '' : `, an official site of ${quote(siteOwner)},`
    // A tool that computes from a phrase and sends nothing is dangerous to trust, and no theft.
    const stays = shown.keepsTyped === true
    return [
      {
        severity: siteOwner !== null ? 'low' : stays ? 'medium' : 'critical',
        ...(stays && { soft: true }),
        description: `${visit.final.host}${known} asks for ${called}${stays ? ', and its code sends nothing' : ''}.`,
        evidence: {
          url: visit.final.href,
          asked: [...new Set(asked)].slice(0, MAX_SHOWN),
          verifiedSiteOwner: siteOwner,
        },
      },
    ]
  })
}
