import { defineDetector } from '../../engine/detector.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'recovery-phrase-given',
  title: 'Recovery phrase handed out by a server',
  why: 'The page shows a recovery phrase that a server sent to it. A wallet makes its phrase on the device, and no other computer ever knows it. Everything that is moved to a wallet with a phrase from a server can be taken by the owner of that server.',
  advice:
    'Do not use these words and send nothing to their addresses. Make a new wallet in a wallet app that you chose.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing', 'visit', 'site', 'trust', 'hopTrust'],
  detect: ({ browsing, ...facts }) => {
    if (verifiedSiteOwner(facts) !== null) return []
    return (browsing.given ?? [])
      .filter(({ kind }) => kind === 'phrase')
      .slice(0, 1)
      .map(({ host, text }) => ({
        description: `${facts.visit.final.host} shows a recovery phrase (${text}) that ${host} sent to it.`,
        evidence: { url: facts.visit.final.href, host, begins: text },
      }))
  },
})
