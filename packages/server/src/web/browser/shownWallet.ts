import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { plausibleAnswer, withHoldings } from './shownChain.ts'
import { needsSignature } from './walletMethods.ts'
import type { WalletPort } from './walletPort.ts'

/** Result or error as EIP-1193 has it, with what the provider's own members are from now on. */
export type WalletAnswer = ({ result: unknown } | { error: { code: number; message: string } }) & {
  chainId: string
  accounts: string[]
}

export type ShownWallet = {
  /** The network that is selected; requests are for it. */
  chain(): Chain
  chainId(): string
  answer(method: string, params: unknown, signal: AbortSignal): Promise<WalletAnswer>
}

/**
 * A wallet as a page meets it: its owner connects, switches to networks that we know, and signs nothing (EIP-1193, 4001). One for
 * all windows and frames of a scan.
 */
export function createShownWallet(port: Pick<WalletPort, 'account' | 'read'>, start: Chain): ShownWallet {
  let chain = start
  let connected = false
  const chainId = () => `0x${CHAIN_IDS[chain].toString(16)}`
  const accounts = () => (connected ? [port.account] : [])

  async function decide(method: string, params: unknown[], signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        connected = true
        return accounts()
      case 'wallet_requestPermissions':
        connected = true
        return [{ parentCapability: 'eth_accounts' }]
      case 'wallet_getPermissions':
        return connected ? [{ parentCapability: 'eth_accounts' }] : []
      case 'eth_accounts':
        return accounts()
      case 'eth_coinbase':
        return accounts()[0] ?? null
      case 'eth_chainId':
        return chainId()
      case 'net_version':
        return String(CHAIN_IDS[chain])
      case 'wallet_getCapabilities':
        return { [chainId()]: { atomic: { status: 'ready' } } }
      case 'wallet_watchAsset':
        return true
      case 'wallet_revokePermissions':
        connected = false
        return null
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchTo(params[0], method)
    }
    if (needsSignature(method)) throw new Refusal(4001, 'MetaMask Tx Signature: User denied transaction signature.')
    return readChain(method, params, signal)
  }

  function switchTo(wanted: unknown, method: string): null {
    const id = Number((wanted as { chainId?: unknown } | null)?.chainId)
    const known = CHAINS.find((one) => CHAIN_IDS[one] === id)
    if (known === undefined) {
      if (method === 'wallet_addEthereumChain') throw new Refusal(4001, 'User rejected the request.')
      throw new Refusal(4902, 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.')
    }
    chain = known
    return null
  }

  async function readChain(method: string, params: unknown[], signal: AbortSignal): Promise<unknown> {
    const read = port.read?.({ method, params, chain }, signal)
    // A page that hears of trouble stops; what it would have asked for is what we want to know.
    const said = read ? await read.catch(() => undefined) : undefined
    const answer = said === undefined ? plausibleAnswer(method, params, port.account) : said
    if (answer === undefined) throw new Refusal(4200, `The method "${method.slice(0, 60)}" is not supported.`)
    return withHoldings(method, params, port.account, answer)
  }

  return {
    chain: () => chain,
    chainId,
    async answer(method, params, signal) {
      const outcome = await decide(method, Array.isArray(params) ? params : [params], signal).then(
        (result) => ({ result }),
        (error: unknown) => {
          if (error instanceof Refusal) return { error: { code: error.code, message: error.message } }
          return { error: { code: -32603, message: 'Internal JSON-RPC error.' } }
        },
      )
      return { ...outcome, chainId: chainId(), accounts: accounts() }
    },
  }
}

/** ProviderRpcError of EIP-1193. */
class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
