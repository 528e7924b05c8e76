import { defineDetector } from '../../detector.ts'
import { askedOf } from '../../url/askedOf.ts'
import { isSameServer } from '../../url/isSameServer.ts'
import { onPage } from '../../url/onPage.ts'
import { listWords } from '../../wording/listWords.ts'

const BROKEN = ['expired', 'not_yet_valid', 'self_signed', 'untrusted', 'hostname_mismatch']

export default defineDetector({
  id: 'secrets-over-broken-transport',
  title: 'It asks for secrets over a connection that others can read',
  why: 'What is typed into a page without a valid certificate can be read on the way, and its scripts can be exchanged, so that a wallet is asked for something else.',
  advice: 'Do not enter it, and do not connect a wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'transport',
  needs: ['visit', 'page', 'certificates'],
  detect: ({ visit, page, certificates }) =>
    onPage({ visit, page }, (shown) => {
      const isPlain = visit.final.scheme === 'http'
      const status = certificates.find(({ site }) => isSameServer(site, visit.final))?.tls.status ?? null
      const isBroken = status !== null && BROKEN.includes(status)
      const asked = askedOf(shown)
      if (!(isPlain || isBroken) || asked.length === 0) return []
      return [
        {
          description: `Over ${isPlain ? 'plain http' : 'a connection without a valid certificate'}, it asks for ${listWords(asked)}.`,
          evidence: { url: visit.final.href, sslStatus: status, asked },
        },
      ]
    }),
})
