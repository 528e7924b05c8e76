import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Account } from '../../facts/account.ts'
import { nameAccount, quote } from '../../wording/accountNames.ts'

/** Contracts that sites of every project use. */
const COMMON = /permit2|seaport|conduit|multicall|safe|entrypoint|weth|wrapped/i

export default defineDetector({
  id: 'origin-unrelated-to-verifier',
  title: 'Signature for another project’s contract',
  why: 'The site belongs to one project, and the contract that accepts the signature belongs to another. Aggregators do that; so does a hijacked site that asks for the most valuable signature.',
  advice: 'Check why this site needs a signature for the other project.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  family: 'origin',
  needs: ['origin', 'intents', 'named'],
  detect: ({ origin, intents, named }) => {
    const project = origin?.official ?? null
    if (origin === null || project === null) return 'not-applicable'
    const verifiers = new Set(intents.map(({ verifier }) => verifier))
    return [...verifiers].flatMap((address) => {
      const verifier = address === null ? undefined : named[address]
      if (!verifier || !isAnothers(verifier, project)) return []
      return [
        {
          description: `${origin.host} is a site of ${quote(project)} and asks for a signature that ${nameAccount(verifier.address, verifier)} accepts.`,
          evidence: { host: origin.host, project, verifier: verifier.address },
        },
      ]
    })
  },
})

/** Whether the verifier belongs to another project. Tokens, wallets and shared infrastructure belong to none. */
function isAnothers(verifier: Account, project: string): boolean {
  if (verifier.token !== null || spenderKindOf(verifier) !== 'protocol') return false
  const names = verifier.labels.map(({ name }) => name)
  const own = firstWord(project)
  return names.length > 0 && !names.some((name) => COMMON.test(name) || name.toLowerCase().includes(own))
}

/** Returns the project's first word: `CoW Swap` and `CoW Protocol settlement` are one project's. */
function firstWord(name: string): string {
  return (name.toLowerCase().split(/[\s.]/)[0] ?? '') || name.toLowerCase()
}
