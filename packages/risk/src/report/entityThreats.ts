import { contractThreats as threatsOfContract } from '../contract/contractThreats.ts'
import type { Finding, Severity } from '../engine/finding.ts'
import { urlThreats as threatsOfUrl } from '../url/urlThreats.ts'

/** A threat of an entity, in the contract's word, as severe as the worst finding behind it. */
export type EntityThreat = { threatType: string; severity: Exclude<Severity, 'info'>; description: string }

const SEVERITIES: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical']
const GRAVE: readonly Severity[] = ['medium', 'high', 'critical']
/** Threats by findings on accounts, besides those that lists name. */
const OF_ACCOUNTS: Readonly<Record<string, string>> = {
  'sanctioned-wallet': 'sanctioned',
  'drainer-like-transfers': 'drainer',
  'lookalike-wallet': 'address_poisoning',
  'risky-approvals': 'phishing_approval',
}
/** Findings about lists; their evidence has what each list says. */
const LISTED = ['flagged-wallet', 'flagged-contract']
/** Threats that follow from a fact, and the findings that speak of it. */
const OF_FACTS: Readonly<Record<string, readonly string[]>> = {
  proxy_contract: ['single-key-upgradeable-proxy', 'upgradeable-proxy'],
  unverified: ['unverified-source'],
}
const WORDS: Readonly<Record<string, string>> = {
  proxy_contract: 'The contract is a proxy: another contract holds its code.',
  unverified: 'The contract’s source code is not verified.',
}

/**
 * The threats of a judged entity.
 * @param shown those that its scan answers in `threats`; of a wallet none.
 */
export function entityThreats(
  entityType: 'wallet' | 'contract' | 'url' | 'transaction',
  findings: readonly Finding[],
  shown: readonly string[],
): EntityThreat[] {
  if (entityType === 'transaction') return []
  const wordsOf = (finding: Finding): readonly string[] =>
    entityType === 'url'
      ? threatsOfUrl([finding])
      : [...(entityType === 'contract' ? threatsOfContract([finding], {}) : []), ...accountThreats(finding)]
  const found = new Map<string, EntityThreat>()
  for (const finding of findings)
    for (const threatType of wordsOf(finding)) {
      const { severity, description } = finding
      const known = found.get(threatType)
      if (severity !== 'info' && (known === undefined || isWorse(severity, known.severity)))
        found.set(threatType, { threatType, severity, description })
    }
  for (const threatType of shown) {
    if (found.has(threatType)) continue
    const finding = findings.find(({ id }) => OF_FACTS[threatType]?.includes(id))
    const severity = finding === undefined || finding.severity === 'info' ? 'low' : finding.severity
    found.set(threatType, {
      threatType,
      severity,
      description: finding?.description ?? WORDS[threatType] ?? `The scan reports the threat ${threatType}.`,
    })
  }
  return [...found.values()]
}

function accountThreats({ id, severity, evidence }: Finding): string[] {
  if (!GRAVE.includes(severity)) return []
  if (id in OF_ACCOUNTS) return id === 'risky-approvals' && severity === 'medium' ? [] : [String(OF_ACCOUNTS[id])]
  if (!LISTED.includes(id)) return []
  const said = [evidence.lists].flat().map(String)
  const sanctioned = said.some((word) => word.startsWith('sanctioned')) ? ['sanctioned'] : []
  const drainer = said.some((word) => /\bdrainer\b/i.test(word)) ? ['drainer'] : []
  const words = [...sanctioned, ...drainer]
  const accused = said.some((word) => /^(?:scammer|hacker)\b/.test(word))
  return words.length === 0 || (accused && drainer.length === 0) ? [...words, 'known_scammer'] : words
}

function isWorse(a: Severity, b: Severity): boolean {
  return SEVERITIES.indexOf(a) > SEVERITIES.indexOf(b)
}
