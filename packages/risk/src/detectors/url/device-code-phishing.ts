import { defineDetector } from '../../engine/detector.ts'
import { isDeviceCode } from '../../url/deviceSignIn.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { finalSiteTrust, verifiedSiteOwner } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'device-code-phishing',
  title: 'Device code phishing',
  why: 'The page hands out a code of its own and sends the visitor to the device sign-in of a provider, such as microsoft.com/devicelogin or github.com/login/device. A code signs in the device that asked for it (RFC 8628): here that is the attacker’s, which then reads mail and files. The provider’s page is real, and no password leaves it. Codes belong to a television or a program that stands before you.',
  advice:
    'Do not enter the code. If you entered it, end all sessions of that account and have its administrator revoke the sign-in.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing', 'visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ browsing, visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const { deviceSignIn } = shown
      const { popular = null, allowed = null } = finalSiteTrust({ visit, site, trust, hopTrust }) ?? {}
      const isKnown =
        verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null || (popular ?? allowed) !== null
      if (deviceSignIn === undefined || isKnown) return []
      const given = browsing.given?.find(({ kind }) => kind === 'device-code')
      const copied = browsing.copies.find(({ text }) => isDeviceCode(text))
      const code = given?.text ?? copied?.text
      if (code === undefined) return []
      return [
        {
          description: `${visit.final.host} ${copied === undefined ? 'shows' : 'copies'} the code ${code} and leads to ${deviceSignIn}.`,
          evidence: { url: visit.final.href, code, signIn: deviceSignIn, host: given?.host ?? null },
        },
      ]
    }),
})
