import { BrowserProvider, type Eip1193Provider } from 'ethers-6'
import { type Address, createPublicClient, createWalletClient, custom, type Hex } from 'viem'
import { mainnet } from 'viem/chains'

/** Amounts as text: what a test says to a page is JSON. */
type Asked = { to: Address; value: string; data?: Hex; gas?: string }
type Outcome = { hash: string; status: string } | { refused: string; code: unknown; rule: unknown }

declare global {
  /** What a wallet's extension puts into each page. */
  var ethereum: Eip1193Provider
  var sendBy: Record<'viem' | 'ethers', (asked: Asked) => Promise<Outcome>>
}

/** Sends as a page does, and waits until it is mined. */
globalThis.sendBy = {
  async viem({ to, value, data = '0x', gas }) {
    const transport = custom(globalThis.ethereum, { retryCount: 0 })
    const wallet = createWalletClient({ chain: mainnet, transport })
    const reader = createPublicClient({ chain: mainnet, transport, pollingInterval: 100 })
    return told(async () => {
      const [account] = await wallet.requestAddresses()
      if (account === undefined) throw new Error('no account')
      const limit = gas === undefined ? {} : { gas: BigInt(gas) }
      const hash = await wallet.sendTransaction({ account, to, data, value: BigInt(value), ...limit })
      const { status } = await reader.waitForTransactionReceipt({ hash, timeout: 30_000 })
      return { hash, status }
    })
  },
  async ethers({ to, value, data = '0x', gas }) {
    const provider = new BrowserProvider(globalThis.ethereum, 1, { pollingInterval: 100 })
    return told(async () => {
      const signer = await provider.getSigner()
      const limit = gas === undefined ? {} : { gasLimit: BigInt(gas) }
      const sent = await signer.sendTransaction({ to, data, value: BigInt(value), ...limit })
      const receipt = await sent.wait()
      return { hash: sent.hash, status: receipt?.status === 1 ? 'success' : 'reverted' }
    })
  },
}

async function told(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send()
  } catch (error) {
    const own = causeOf(error)
    return { refused: String((error as Error).message), code: own?.code, rule: own?.data?.rule }
  }
}

type ProviderError = { code: number; data?: { rule?: string } }

/** The error of the provider itself, which libraries wrap once or more. */
function causeOf(error: unknown): ProviderError | null {
  let own: ProviderError | null = null
  for (let one = error as { code?: unknown; cause?: unknown; error?: unknown } | undefined; one; ) {
    if (typeof one.code === 'number') own = one as ProviderError
    one = (one.cause ?? one.error) as typeof one
  }
  return own
}
