import { defineDetector } from '../../engine/detector.ts'
import { listWords } from '../../wording/listWords.ts'

/** EPP status codes (RFC 5731, RFC 8056) that take a domain out of use or end it. */
const HELD = ['serverhold', 'clienthold', 'redemptionperiod', 'pendingdelete']

export default defineDetector({
  id: 'suspended-domain-registration',
  title: 'Suspended domain registration',
  why: 'Registries and registrars suspend domains that were abused or not paid for. Answers under such a name come from caches, or from its next owner.',
  advice: 'Do not use the site until its owner explains the suspension.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'medium',
  confidence: 'high',
  needs: ['registrations'],
  detect: ({ registrations }) => {
    const registered = registrations.flatMap(({ registration }) => registration ?? [])
    if (registered.length === 0) return 'not-applicable'
    return registered.flatMap(({ domain, statuses, registrar, server }) => {
      const held = statuses.filter((status) => HELD.includes(status.toLowerCase().replaceAll(/[^a-z]/g, '')))
      if (held.length === 0) return []
      return [
        {
          description: `The registration of ${domain} is marked ${listWords(held)}.`,
          evidence: { domain, statuses: held, registrar, server },
        },
      ]
    })
  },
})
