import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import { startTestProxy } from '../src/evm/simulation/testing/testChain.ts'
import { initCode, type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import type { WalletApprovalsResult } from '../src/usecases/approvals/walletApprovals.ts'

const DELAY_MS = 50
const EVENTS = 10_000
const TOKENS = 100
const SPENDERS = 250
/** Token and spender pairs; each has four events, and of each five the last event withdraws all but one. */
const PAIRS = 2_500
const PER_BLOCK = 250
const OWNER: Address = '0x00000000000000000000000000000000b0b0b0b0'
const APPROVE = parseAbi(['function approve(address spender, uint256 amount)'])

/**
 * A list of approvals of a wallet with 10,000 approval events, by a service that knows nothing yet, its node behind a 50 ms
 * proxy. `live` of its permissions still stand; `nextSeconds` is the second page.
 */
export default async function approvals(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  const http = createOperatorFetch()
  const proxy = await startTestProxy(sandbox.rpcUrls.ethereum, DELAY_MS)
  await approveMuch(nodeRpc(sandbox.rpcUrls.ethereum, http), sandbox.world.ethereum.actors.projectTeam)
  const { app, url, tokens } = await quietApp('live', { ETHEREUM_RPC_URLS: proxy.url })
  const list = async (query: string): Promise<WalletApprovalsResult & { seconds: number }> => {
    const began = performance.now()
    const response = await http.fetch({
      url: `${url}/v1/wallet/approvals/${OWNER}?limit=100${query}`,
      method: 'GET',
      headers: { authorization: `Bearer ${tokens[0]}` },
      deadlineMs: 30_000,
      maxBytes: 16 * 1024 ** 2,
    })
    const seconds = Math.round(performance.now() - began) / 1_000
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${response.body}`)
    return { ...JSON.parse(response.body.toString()).data, seconds }
  }
  try {
    const first = await list('')
    const requests = proxy.requests.length
    const { total, unconfirmed } = first.summary
    if (!first.complete || (total ?? 0) + (unconfirmed ?? 0) !== PAIRS / 5)
      throw new Error(`${total} of ${PAIRS / 5} approvals: ${first.cut}`)
    const next = await list(`&cursor=${first.nextCursor}`)
    return {
      seconds: first.seconds,
      events: EVENTS,
      live: total,
      nextSeconds: next.seconds,
      requests,
      delayMs: DELAY_MS,
      unknown: first.unknown,
    }
  } finally {
    await app.close()
    await http.close()
    await proxy.close()
    await sandbox.close()
  }
}

async function approveMuch(rpc: NodeRpc, deployer: Address): Promise<void> {
  const nonce = BigInt((await rpc('eth_getTransactionCount', [deployer, 'latest'])) as Hex)
  const token = (index: number) => getContractAddress({ from: deployer, nonce: nonce + BigInt(index % TOKENS) })
  for (const rich of [deployer, OWNER]) await rpc('anvil_setBalance', [rich, `0x${(10n ** 24n).toString(16)}`])
  const made = Array.from({ length: TOKENS }, (_, at) => ({
    from: deployer,
    data: initCode('PlainToken', [`Token ${at}`, `T${at}`, 18, 10n ** 24n, OWNER]),
    gas: '0x1e8480',
    nonce: `0x${(nonce + BigInt(at)).toString(16)}`,
  }))
  const spender = (index: number): Address => `0x${(0x5be9de70000 + (index % SPENDERS)).toString(16).padStart(40, '0')}`
  const events = Array.from({ length: EVENTS }, (_, at) => {
    const pair = at % PAIRS
    const isLast = at >= EVENTS - PAIRS
    const amount = isLast && pair % 5 !== 0 ? 0n : BigInt(at + 1) * 10n ** 18n
    const args = [spender(Math.floor(pair / TOKENS) * 10 + (pair % 10)), amount] as const
    const data = encodeFunctionData({ abi: APPROVE, functionName: 'approve', args })
    // Sent side by side, they would otherwise be given the same nonce.
    return { from: OWNER, to: token(pair), data, gas: '0xc350', nonce: `0x${at.toString(16)}` }
  })
  for (const some of [...slices(made, 10), ...slices(events, PER_BLOCK)]) {
    await Promise.all(some.map((transaction) => rpc('eth_sendTransaction', [transaction])))
    await rpc('evm_mine', [])
  }
}

function slices<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}
