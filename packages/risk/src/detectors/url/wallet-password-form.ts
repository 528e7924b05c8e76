import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'

const WALLETS =
  /meta ?mask|phantom|trust ?wallet|rabby|coinbase|rainbow|exodus|keplr|tronlink|okx|ledger|trezor|backpack|solflare|safepal|zerion/i
const UNLOCKS =
  /\bunlock|welcome back|entsperren|willkommen zurück|desbloque|bienvenido de nuevo|déverrouill|sblocca|odblokuj|разблокир|解锁|解鎖|ロック解除|잠금 해제|kilidi aç/i

export default defineDetector({
  id: 'wallet-password-form',
  title: 'Wallet window drawn in the page',
  why: 'The password of a wallet unlocks it on one device, in the wallet’s own window. A page that draws such a window takes the password, and next the recovery phrase.',
  advice: 'Enter nothing. Open the wallet from the browser’s own toolbar.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const wallet = shown.brands.find(({ brand, own }) => !own && WALLETS.test(brand))
      if (wallet === undefined || verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null) return []
      const isDrawn = shown.forms.some(({ fields }) => {
        const kinds = fields.map(({ kind }) => kind)
        return kinds.includes('password') && !kinds.includes('email') && !kinds.includes('text')
      })
      if (!isDrawn || !UNLOCKS.test(shown.text)) return []
      return [
        {
          description: `${visit.final.host} shows a window of ${quote(wallet.brand)} and asks for its password.`,
          evidence: { url: visit.final.href, brand: wallet.brand },
        },
      ]
    }),
})
