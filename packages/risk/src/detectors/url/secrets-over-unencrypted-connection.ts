import { defineDetector } from '../../engine/detector.ts'
import { isSameServer } from '../../url/crossings.ts'
import { judgePage, requestedSecrets } from '../../url/pageEvidence.ts'
import { listWords } from '../../wording/listWords.ts'

const BROKEN = ['expired', 'not_yet_valid', 'self_signed', 'untrusted', 'hostname_mismatch']

export default defineDetector({
  id: 'secrets-over-unencrypted-connection',
  title: 'Secrets over an unencrypted connection',
  why: 'On a page without a valid certificate, an attacker on the network can read your input, and can replace the scripts so that the wallet gets another request.',
  advice: 'Enter nothing, and do not connect a wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'transport',
  needs: ['visit', 'page', 'certificates'],
  detect: ({ visit, page, certificates }) =>
    judgePage({ visit, page }, (shown) => {
      const isPlain = visit.final.scheme === 'http'
      const status = certificates.find(({ site }) => isSameServer(site, visit.final))?.tls.status ?? null
      const isBroken = status !== null && BROKEN.includes(status)
      const asked = requestedSecrets(shown)
      if (!(isPlain || isBroken) || asked.length === 0) return []
      return [
        {
          description: `The page asks for ${listWords(asked)} over ${isPlain ? 'plain HTTP' : 'a connection without a valid certificate'}.`,
          evidence: { url: visit.final.href, sslStatus: status, asked },
        },
      ]
    }),
})
