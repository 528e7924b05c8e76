import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

/** Explorers that most projects publish with; absence from a smaller archive alone says less. */
const WIDELY_USED: ReadonlySet<string> = new Set(['Etherscan'])

export default defineDetector({
  id: 'approval-to-unverified-contract',
  title: 'Approval to an unverified contract',
  why: 'The contract can take what you approve, and its source code is not verified with any of the explorers we asked, so users cannot read what it does. Services that ask for approvals publish their source.',
  advice: 'Approve only an amount you can afford to lose, or wait until the source is published.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'approval',
  needs: ['spenderSources', 'grants'],
  detect: ({ spenderSources, grants }) => {
    if (spenderSources.length === 0) return 'not-applicable'
    const hidden = spenderSources.filter(({ verified }) => verified === false)
    const unheard = spenderSources.filter(({ verified }) => verified === null)
    if (hidden.length === 0 && unheard.length > 0)
      return { unknown: unheard.map(({ address }) => `source of ${address}`), decisive: false }
    return hidden.map(({ address, asked }) => ({
      severity: asked.some((service) => WIDELY_USED.has(service)) ? 'high' : 'medium',
      description: `${shortAddress(address)}, which may take your tokens, has no verified source code (asked: ${asked.join(', ')}).`,
      evidence: {
        spender: address,
        asked,
        tokens: [...new Set(grants.flatMap(({ spender, token }) => (spender === address ? [token] : [])))],
      },
    }))
  },
})
