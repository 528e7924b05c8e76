import type { Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import type { Actor } from '../../server/src/sandbox/actors.ts'
import type { DashboardWorld } from './dashboardWorld.ts'

type Asked = { from: string; to: `0x${string}`; data: `0x${string}`; value: `0x${string}`; gas?: `0x${string}` }

/** A wallet of one account in the page: it signs by itself, sends to the sandbox, and every block follows at once. */
export async function injectWallet(page: Page, { rpc }: DashboardWorld, { privateKey }: Actor) {
  const account = privateKeyToAccount(privateKey)
  const sent: string[] = []
  let left = Number.POSITIVE_INFINITY

  async function send({ to, data, value, gas }: Asked): Promise<string> {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: Number(await rpc('eth_getTransactionCount', [account.address, 'latest'])),
      gas: BigInt(gas ?? 200_000),
      maxFeePerGas: 50_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to,
      data,
      value: BigInt(value),
    })
    const hash = (await rpc('eth_sendRawTransaction', [raw])) as string
    await rpc('anvil_mine', ['0x1'])
    sent.push(hash)
    return hash
  }
  await page.exposeFunction('askWallet', async (method: string, params: Asked[]) => {
    if (method === 'eth_requestAccounts') return { result: [account.address] }
    if (method !== 'eth_sendTransaction') return { result: await rpc(method, params) }
    // As EIP-1193 has it: a plain object with a code.
    if (left-- <= 0) return { error: { code: 4001, message: 'User rejected the request.' } }
    return { result: await send(params[0] as Asked) }
  })
  await page.addInitScript(`window.ethereum = {
    request: async ({ method, params }) => {
      const { result, error } = await window.askWallet(method, params ?? [])
      if (error) throw error
      return result
    },
  }`)
  return {
    /** Hashes of what was sent. */
    sent,
    /** Its person refuses after so many signatures. */
    refuseAfter(count: number) {
      left = count
    },
  }
}
