import { defineDetector } from '../../engine/detector.ts'
import type { SslStatus } from '../../facts/domain.ts'

const WORDS: Readonly<Partial<Record<SslStatus, string>>> = {
  expired: 'has expired',
  not_yet_valid: 'is not valid yet',
  self_signed: 'is self-signed',
  untrusted: 'comes from an issuer that browsers do not trust',
  hostname_mismatch: 'belongs to another name',
}

export default defineDetector({
  id: 'invalid-certificate',
  title: 'Invalid TLS certificate',
  why: 'No authority confirms that the answer comes from the owner of the name: an attacker on the network can read and change the page (RFC 5280, RFC 9525). Small sites forget a renewal, too.',
  advice: 'Do not dismiss the browser’s warning, and enter nothing.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'medium',
  confidence: 'high',
  family: 'transport',
  needs: ['certificates'],
  detect: ({ certificates }) => {
    const hits = certificates.flatMap(({ site: { host }, tls }) => {
      const words = WORDS[tls.status]
      if (words === undefined) return []
      return [
        {
          description: `The certificate of ${host} ${words}.`,
          evidence: {
            status: tls.status,
            host,
            issuer: tls.issuer,
            subject: tls.subject,
            names: tls.names.slice(0, 6),
            validFrom: tls.validFrom === null ? null : new Date(tls.validFrom).toISOString(),
            validTo: tls.validTo === null ? null : new Date(tls.validTo).toISOString(),
          },
        },
      ]
    })
    const isUnknown = hits.length === 0 && certificates.some(({ tls }) => tls.status === 'unreachable')
    return isUnknown ? { unknown: ['its certificate'], decisive: false } : hits
  },
})
