import { defineDetector } from '../../engine/detector.ts'
import type { WalletRequest } from '../../facts/browsing.ts'

/** Networks that every wallet has, so that no page needs to add them. */
const BUILT_IN: Readonly<Record<string, string>> = { '0x1': 'Ethereum', '0xaa36a7': 'Sepolia' }

export default defineDetector({
  id: 'fake-network-request',
  title: 'Fake network with an attacker’s RPC server',
  why: 'A page that adds a known network with an RPC server of its own (EIP-3085) controls what the wallet shows afterwards: balances, prices and the outcome of a transaction.',
  advice: 'Reject the request. If you have accepted it, remove the network’s RPC server from your wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'requested',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.requests.flatMap((request) => {
      const added = request.method === 'wallet_addEthereumChain' ? addedChain(request) : null
      const name = BUILT_IN[added?.chainId ?? '']
      if (added === null || name === undefined) return []
      return [
        {
          description: `The page asks to add ${name} with RPC servers of its own.`,
          evidence: { method: request.method, chainId: added.chainId, servers: added.servers },
        },
      ]
    }),
})

/** Parses untrusted JSON; null when it names no network. */
function addedChain({ params }: WalletRequest): { chainId: string; servers: string[] } | null {
  let given: unknown
  try {
    given = JSON.parse(params)
  } catch {
    return null
  }
  const first = (Array.isArray(given) ? given[0] : given) as { chainId?: unknown; rpcUrls?: unknown } | null | undefined
  if (typeof first?.chainId !== 'string') return null
  const urls = Array.isArray(first.rpcUrls) ? first.rpcUrls : []
  const servers = urls.filter((url) => typeof url === 'string').slice(0, 5)
  return { chainId: `0x${Number(first.chainId).toString(16)}`, servers: servers.map((url) => url.slice(0, 200)) }
}
