/** EIP-1193 provider that a wallet puts into the page. */
type Provider = { request(call: { method: string; params?: unknown[] }): Promise<unknown> }
type Sendable = { from: string; to: string; data: string; value: string; chainId: string; gas: string | null }

declare global {
  interface Window {
    ethereum?: Provider
  }
}

function providerOf(): Provider {
  if (window.ethereum === undefined)
    throw new Error('This browser has no wallet extension. Open the page in a browser that has one.')
  return window.ethereum
}

/** @throws Error when there is no wallet, or its person refuses. */
export async function connectWallet(): Promise<{ account: string }> {
  const accounts = await providerOf().request({ method: 'eth_requestAccounts' })
  const [account] = Array.isArray(accounts) ? accounts : []
  if (typeof account !== 'string') throw new Error('The wallet gave no account.')
  return { account }
}

/**
 * Hands a transaction to the wallet, on its network and from its account; the wallet shows it and asks.
 * @returns the transaction hash. @throws Error when the wallet has another account or network, or its person refuses.
 */
export async function sendWithWallet({ from, to, data, value, chainId, gas }: Sendable): Promise<string> {
  const provider = providerOf()
  const { account } = await connectWallet()
  if (account.toLowerCase() !== from.toLowerCase())
    throw new Error(`The wallet uses ${account}. Choose the account ${from} there and try again.`)
  const wanted = hexOf(chainId)
  if (String(await provider.request({ method: 'eth_chainId' })).toLowerCase() !== wanted)
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] })
  const transaction = { from, to, data, value: hexOf(value), ...(gas === null ? {} : { gas: hexOf(gas) }) }
  return String(await provider.request({ method: 'eth_sendTransaction', params: [transaction] }))
}

function hexOf(quantity: string): string {
  return `0x${BigInt(quantity).toString(16)}`
}
