import { Problem } from '../../ui/problem.ts'

/** EIP-1193 provider that a wallet puts into the page. */
type Provider = { request(call: { method: string; params?: unknown[] }): Promise<unknown> }
type Sendable = { from: string | null; to: string; data: string; value: string; chainId: string; gas: string | null }

declare global {
  interface Window {
    ethereum?: Provider
  }
}

/** EIP-1193: the person refused. */
const USER_REJECTED = 4001
const NOT_SIGNED = 'The wallet did not sign.'
const RECEIPT_MS = 2_000
const MAX_RECEIPT_MS = 600_000

function providerOf(): Provider {
  if (window.ethereum === undefined)
    throw new Problem('No wallet is here.', 'Open the page in a browser that has a wallet extension.')
  return window.ethereum
}

/** @throws Problem when there is no wallet, or its person refuses. */
export async function connectWallet(): Promise<{ account: string }> {
  const accounts = await ask({ method: 'eth_requestAccounts' }, 'The wallet gave no account.')
  const [account] = Array.isArray(accounts) ? accounts : []
  if (typeof account !== 'string') throw new Problem('The wallet gave no account.', 'Unlock it and try again.')
  return { account }
}

/**
 * Hands a transaction to the wallet, on its network and from its account; the wallet shows it and asks.
 * @returns the transaction hash. @throws Problem when the wallet has another account or network, or its person refuses.
 */
export async function sendWithWallet({ from, to, data, value, chainId, gas }: Sendable): Promise<string> {
  const { account } = await connectWallet()
  if (from === null || account.toLowerCase() !== from.toLowerCase())
    throw new Problem(
      'The wallet uses another account.',
      `It uses ${account}. Choose ${from ?? 'another'} there and try again.`,
    )
  const wanted = hexOf(chainId)
  if (String(await ask({ method: 'eth_chainId' }, NOT_SIGNED)).toLowerCase() !== wanted)
    await ask({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] }, NOT_SIGNED)
  const transaction = { from, to, data, value: hexOf(value), ...(gas === null ? {} : { gas: hexOf(gas) }) }
  const hash = await ask({ method: 'eth_sendTransaction', params: [transaction] }, NOT_SIGNED)
  if (typeof hash !== 'string') throw new Problem(NOT_SIGNED, 'It answered no transaction hash.')
  return hash
}

/** Whether a transaction succeeded, and its block's number; null where the wallet does not say. */
export type Mined = { succeeded: boolean; block: number | null }

/**
 * Waits until the chain has the transaction, as the wallet sees it.
 * @returns null: the wallet cannot say, or it took too long.
 */
export async function minedByWallet(hash: string, signal: AbortSignal): Promise<Mined | null> {
  for (let waited = 0; waited < MAX_RECEIPT_MS && !signal.aborted; waited += RECEIPT_MS) {
    const receipt = await providerOf()
      .request({ method: 'eth_getTransactionReceipt', params: [hash] })
      .catch(() => undefined)
    if (receipt === undefined) return null
    const { status, blockNumber } = (receipt ?? {}) as { status?: unknown; blockNumber?: unknown }
    if (status !== undefined) {
      const block = typeof blockNumber === 'string' ? Number(blockNumber) : null
      return { succeeded: BigInt(status as string) === 1n, block }
    }
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_MS))
  }
  return null
}

async function ask(call: { method: string; params?: unknown[] }, title: string): Promise<unknown> {
  try {
    return await providerOf().request(call)
  } catch (error) {
    if (error instanceof Problem) throw error
    // Wallets throw plain objects.
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
    throw new Problem(title, code === USER_REJECTED ? 'The request was refused there.' : String(message ?? error))
  }
}

function hexOf(quantity: string): string {
  return `0x${BigInt(quantity).toString(16)}`
}
