import { defineDetector } from '../../engine/detector.ts'
import type { WalletRequest } from '../../facts/browsing.ts'

/** Networks that every wallet has, so that no page needs to add them. */
const BUILT_IN: Readonly<Record<string, string>> = { '0x1': 'Ethereum', '0xaa36a7': 'Sepolia' }

/** Large networks that honest pages add, with servers that are not their own. */
const LARGE: Readonly<Record<string, string>> = {
  '0x38': 'BNB Smart Chain',
  '0x89': 'Polygon',
  '0xa': 'OP Mainnet',
  '0xa4b1': 'Arbitrum One',
  '0x2105': 'Base',
  '0xa86a': 'Avalanche',
  '0xe708': 'Linea',
  '0x144': 'ZKsync Era',
}
/** The networks' own servers, services that many pages use, and those that keep transactions from others. Virtual networks of Tenderly are what fakes are made of. */
const SERVERS =
  /(?:^|\.)(?:bnbchain\.org|binance\.org|bnbchain\.world|defibit\.io|ninicoin\.io|polygon-rpc\.com|polygon\.technology|matic\.network|maticvigil\.com|optimism\.io|arbitrum\.io|base\.org|avax\.network|linea\.build|zksync\.io|infura\.io|alchemy\.com|alchemyapi\.io|ankr\.com|llamarpc\.com|publicnode\.com|drpc\.org|quiknode\.pro|1rpc\.io|blastapi\.io|blockpi\.network|meowrpc\.com|nodies\.app|thirdweb\.com|chainstack\.com|nodereal\.io|onfinality\.io|omniatech\.io|pokt\.network|grove\.city|gateway\.tenderly\.co|getblock\.io|gateway\.fm|merkle\.io|subquery\.network|lava\.build|therpc\.io|sentio\.xyz|bloxroute\.com|flashbots\.net|mevblocker\.io|cloudflare-eth\.com|securerpc\.com|beaverbuild\.org|titanbuilder\.xyz)$/

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
  needs: ['browsing', 'page'],
  detect: ({ browsing, page }) =>
    browsing.requests.flatMap((request) => {
      const added = request.method === 'wallet_addEthereumChain' ? addedChain(request) : null
      // Pages that protect transactions add Ethereum with a server that many use.
      if (added === null || added.servers.every(isKnown)) return []
      const builtIn = BUILT_IN[added.chainId]
      const name = builtIn ?? LARGE[added.chainId]
      if (name === undefined) return []
      // Of other networks there are more servers than anyone knows; a server of its own that a page shows is for review.
      const isOpen = added.servers.every((server) => isKnown(server) || isShown(server, page?.text ?? ''))
      return [
        {
          ...((builtIn === undefined || isOpen) && { severity: 'medium' as const }),
          description: `The page asks to add ${name} with RPC servers of its own.`,
          evidence: {
            method: request.method,
            chainId: added.chainId,
            servers: added.servers.slice(0, 5).map((url) => url.slice(0, 200)),
          },
        },
      ]
    }),
})

function isKnown(server: string): boolean {
  const { hostname = '', username = '' } = URL.parse(server) ?? {}
  return username === '' && SERVERS.test(hostname)
}

function isShown(server: string, text: string): boolean {
  const host = URL.parse(server)?.hostname ?? ''
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((word) => word.replace(/\.$/, ''))
  return host !== '' && words.includes(host)
}

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
  const servers = urls.filter((url) => typeof url === 'string')
  return { chainId: `0x${Number(first.chainId).toString(16)}`, servers }
}
