import type { Finding } from '../engine/finding.ts'

/** The contract's words for threats of a site. */
export const URL_THREATS = [
  'phishing',
  'malware',
  'scam',
  'suspicious',
  'new_domain',
  'typosquat',
  'invalid_ssl',
] as const
export type UrlThreat = (typeof URL_THREATS)[number]

/** Findings behind each threat. A site that takes secrets is phishing, one that takes assets is a scam. */
const FINDINGS: Readonly<Partial<Record<UrlThreat, readonly string[]>>> = {
  phishing: [
    'hotlinked-brand-assets',
    'brand-impersonation',
    'offsite-form-post',
    'credential-phishing-form',
    'private-key-form',
    'seed-phrase-form',
    'recovery-phrase-sent',
    'card-number-sent',
    'device-code-phishing',
    'wallet-password-form',
    'impersonated-brand-logo',
    'drawn-browser-window',
  ],
  malware: [
    'unrequested-clipboard-write',
    'hidden-clipboard-command',
    'clickfix-command-lure',
    'executable-download',
    'fake-browser-update',
    'impersonated-software-download',
    'unrequested-download',
  ],
  scam: [
    'blind-signature-request',
    'copied-address-differs',
    'qr-code-address-differs',
    'recovery-phrase-given',
    'impossible-promise',
    'spending-permission-request',
    'clipboard-hijacking',
    'drainer-kit',
    'fake-network-request',
    'approval-request-for-airdrop',
    'dangerous-wallet-request',
    'drainer-code-behind-lure',
    'hidden-wallet-request',
  ],
  new_domain: ['new-domain'],
  typosquat: [
    'lookalike-imitating-brand',
    'brand-in-path-of-shared-host',
    'brand-in-subdomain',
    'brand-lookalike',
    'homoglyph-or-punycode-domain',
    'young-lookalike-domain',
  ],
  invalid_ssl: ['invalid-certificate'],
}
const GRAVE: readonly Finding['severity'][] = ['medium', 'high', 'critical']
/** Evidence of list findings begins with each list's word for the site: `phishing: fake swap (…)`. */
const LISTED = /^(phishing|malware|scam)\b/
const SPEAKS_OF_LISTS = /listed/

/**
 * `threats` of the URL scan, in the contract's order, from findings of medium severity and worse. A listed site gets the words of
 * its list. Any other grave finding makes it suspicious.
 */
export function urlThreats(findings: readonly Finding[]): UrlThreat[] {
  const found = new Set(findings.filter(({ severity }) => GRAVE.includes(severity)).flatMap(wordsFor))
  return URL_THREATS.filter((threat) => found.has(threat))
}

function wordsFor({ id, evidence }: Finding): UrlThreat[] {
  const named = URL_THREATS.filter((threat) => FINDINGS[threat]?.includes(id))
  const listed = SPEAKS_OF_LISTS.test(id) ? listedAs(evidence) : []
  // A link that redirects visitors does not use the name by itself.
  const imitating: UrlThreat[] = typeof evidence.imitates === 'string' ? ['typosquat'] : []
  const words = [...named, ...listed, ...imitating]
  return words.length > 0 ? words : ['suspicious']
}

function listedAs({ label, labels, lists }: Finding['evidence']): UrlThreat[] {
  return [label, labels, lists].flat().flatMap((words) => {
    const [threat] = LISTED.exec(String(words)) ?? []
    return URL_THREATS.filter((one) => one === threat)
  })
}
