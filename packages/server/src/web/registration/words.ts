import { cleanText } from '../../lib/cleanText.ts'

const MAX_TEXT = 120
const MAX_LIST = 16
const NO_REGISTRAR = /^(redacted|not (disclosed|available|applicable)|none|n\/?a|-)/i

/** The name of a registrar as a registry writes it; null when it says nothing. */
export function registrarName(said: unknown): string | null {
  const name = typeof said === 'string' ? cleanText(said, MAX_TEXT) : ''
  return name === '' || NO_REGISTRAR.test(name) ? null : name
}

/** Host names among what a registry says, in lower case, sorted, at most 16. */
export function hostNames(said: readonly unknown[]): string[] {
  const names = said
    .filter((each) => typeof each === 'string')
    .map((each) => (each.trim().split(/[\s[(]/, 1)[0] ?? '').toLowerCase().replace(/\.$/, ''))
    .filter((each) => /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(each) && each.length <= 253)
  return [...new Set(names)].sort().slice(0, MAX_LIST)
}

/**
 * EPP status codes (RFC 5731, 2.3) among what a registry says, in its order, at most 16. RDAP writes them in words
 * (`client transfer prohibited`, `active`), by the table of RFC 8056; WHOIS adds a link to each.
 */
export function eppStatuses(said: readonly unknown[]): string[] {
  const codes = said
    .filter((each) => typeof each === 'string')
    .map((each) => each.trim().split(/\s*(?:https?:|\(|,)/, 1)[0] ?? '')
    .map((each) => EPP.get(each.toLowerCase().replace(/[ _-]+/g, '')))
    .filter((each) => each !== undefined)
  return [...new Set(codes)].slice(0, MAX_LIST)
}

const EPP: ReadonlyMap<string, string> = new Map([
  ...[
    ...[
      'addPeriod',
      'autoRenewPeriod',
      'renewPeriod',
      'transferPeriod',
      'redemptionPeriod',
      'inactive',
      'linked',
      'ok',
    ],
    ...['pendingCreate', 'pendingDelete', 'pendingRenew', 'pendingRestore', 'pendingTransfer', 'pendingUpdate'],
    ...['clientDeleteProhibited', 'clientHold', 'clientRenewProhibited', 'clientTransferProhibited'],
    ...['clientUpdateProhibited', 'serverDeleteProhibited', 'serverHold', 'serverRenewProhibited'],
    ...['serverTransferProhibited', 'serverUpdateProhibited'],
  ].map((code) => [code.toLowerCase(), code] as const),
  ['active', 'ok'],
  ['associated', 'linked'],
])
