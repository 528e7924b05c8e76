import { defineDetector } from '../../engine/detector.ts'
import { listWords } from '../../wording/listWords.ts'

/** EIP-1193 methods that ask a wallet to sign or send. */
const SIGNING =
  /^(eth_sendTransaction|eth_sign\w*|personal_sign|wallet_sendCalls|wallet_grantPermissions|wallet_requestExecutionPermissions|wallet_requestPermissions7715)$/
const CONNECTING = /^(eth_requestAccounts|wallet_requestPermissions|wallet_connect)$/

export default defineDetector({
  id: 'unprompted-wallet-request',
  title: 'Unprompted wallet request',
  why: 'Honest pages wait for a button. A page that asks for a signature at once expects a visitor who confirms without reading.',
  advice: 'Reject every request you did not start.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'requests',
  needs: ['browsing'],
  detect: ({ browsing }) => {
    const unprompted = browsing.requests.filter((one) => one.unprompted).map(({ method }) => method)
    const signing = unprompted.filter((method) => SIGNING.test(method))
    const connecting = unprompted.filter((method) => CONNECTING.test(method))
    if (signing.length + connecting.length === 0) return []
    const methods = signing.length > 0 ? signing : connecting
    return [
      {
        severity: signing.length > 0 ? 'medium' : 'low',
        description: `The page calls ${listWords(methods)} without any click.`,
        evidence: { methods: [...new Set(methods)] },
      },
    ]
  },
})
