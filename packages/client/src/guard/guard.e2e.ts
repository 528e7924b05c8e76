import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect, createConfig, injected, sendTransaction } from '@wagmi/core'
import { BrowserProvider } from 'ethers-6'
import { type Address, createWalletClient, custom, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { type OpenSandbox, openSandbox } from '../../../server/src/intel/onchain/testing/openSandbox.ts'
import { permitOf } from '../../../server/src/testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../../server/src/testing/scanService.ts'
import { createClient } from '../createClient.ts'
import { guard } from './guard.ts'
import type { Verdict } from './verdict.ts'

const VICTIM: Address = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER: Address = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'

// The wallet is the sandbox's node: it signs and sends for any account, and mines at once.
describe('a guarded wallet and the service', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const reached: string[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      reached.push(method)
      const answer = await sandbox.rpc(method, (params ?? []) as unknown[])
      if (method === 'eth_sendTransaction') await sandbox.rpc('evm_mine', [])
      return answer
    },
  }
  /** The node signs for any account: a wallet names its own. */
  const walletOf = (account: Address) => ({
    request: async (args: { method: string; params?: unknown }) =>
      /^eth_(requestA|a)ccounts$/.test(args.method) ? [account] : provider.request(args),
  })
  const sentBy = (from: Address, verdicts: Verdict[] = []) => {
    const client = createClient({ baseUrl: service.url, apiKey: service.tokens[0] ?? '' })
    const policy = (verdict: Verdict) => {
      verdicts.push(verdict)
      return verdict.status === 'assessed' && verdict.recommendation === 'PROCEED'
    }
    const guarded = guard(walletOf(from), { client, policy, deadlineMs: 30_000, timeoutMs: 60_000 })
    return createWalletClient({ account: from, chain: mainnet, transport: custom(guarded) })
  }
  const coinsOf = async (account: Address) => BigInt(String(await sandbox.rpc('eth_getBalance', [account, 'latest'])))

  before(async () => {
    sandbox = await openSandbox('ethereum')
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  test('a drain is refused, and nothing moves', async () => {
    const before = await coinsOf(VICTIM)
    const verdicts: Verdict[] = []
    const drain = sentBy(VICTIM, verdicts).sendTransaction({
      to: DRAINER,
      value: 28571428571428571n,
      data: '0x4e71d92d',
    })
    await assert.rejects(drain, /Refused eth_sendTransaction \(BLOCK\): You lose/)
    assert.equal(verdicts[0]?.status, 'assessed')
    assert.ok(verdicts[0]?.warnings.some(({ severity }) => severity === 'critical'))
    assert.equal(await coinsOf(VICTIM), before)
    assert.ok(!reached.includes('eth_sendTransaction'))
  })

  test('a payment passes and arrives', async () => {
    const { trader, friend } = sandbox.world.actors
    const before = await coinsOf(friend)
    const hash = await sentBy(trader).sendTransaction({ to: friend, value: parseEther('0.25') })
    assert.match(hash, /^0x[0-9a-f]{64}$/)
    assert.equal((await coinsOf(friend)) - before, parseEther('0.25'))
  })

  /** What an injected wallet answers besides: its accounts. */
  const injectedBy = (account: Address) => {
    const client = createClient({ baseUrl: service.url, apiKey: service.tokens[0] ?? '' })
    const wallet = { on: () => {}, removeListener: () => {}, ...walletOf(account) }
    return guard(wallet, { client, deadlineMs: 30_000, timeoutMs: 60_000 })
  }
  const DRAIN = { to: DRAINER, value: 28571428571428571n, data: '0x4e71d92d' } as const

  test('under ethers 6 a drain is refused as a person would, and a payment passes', async () => {
    const { trader, friend } = sandbox.world.actors
    reached.length = 0
    const victim = await new BrowserProvider(injectedBy(VICTIM) as never).getSigner()
    await assert.rejects(victim.sendTransaction(DRAIN), {
      code: 'ACTION_REJECTED',
      message: /Refused eth_sendTransaction/,
    })
    assert.ok(!reached.includes('eth_sendTransaction'))
    const signer = await new BrowserProvider(injectedBy(trader) as never).getSigner()
    const before = await coinsOf(friend)
    await signer.sendTransaction({ to: friend, value: parseEther('0.1') })
    assert.equal((await coinsOf(friend)) - before, parseEther('0.1'))
  })

  test('under wagmi a drain is refused, and a payment passes', async (t) => {
    // The connector asks nothing of the page but that there is one.
    Object.assign(globalThis, { window: globalThis })
    t.after(() => Reflect.deleteProperty(globalThis, 'window'))
    const { trader, friend } = sandbox.world.actors
    const configOf = async (account: Address) => {
      const wallet = injectedBy(account)
      const target = () => ({ id: 'sandbox', name: 'Sandbox', provider: wallet as never })
      const config = createConfig({
        chains: [mainnet],
        connectors: [injected({ target, shimDisconnect: false })],
        transports: { [mainnet.id]: custom(provider) },
        multiInjectedProviderDiscovery: false,
        storage: null,
      })
      const [connector = assert.fail()] = config.connectors
      await connect(config, { connector })
      return config
    }
    reached.length = 0
    await assert.rejects(
      sendTransaction(await configOf(VICTIM), DRAIN),
      /Refused eth_sendTransaction \(BLOCK\): You lose/,
    )
    assert.ok(!reached.includes('eth_sendTransaction'))
    const before = await coinsOf(friend)
    await sendTransaction(await configOf(trader), { to: friend, value: parseEther('0.1') })
    assert.equal((await coinsOf(friend)) - before, parseEther('0.1'))
  })

  test('a permit to a stranger is refused', async () => {
    const { trader, spender } = sandbox.world.actors
    const verdicts: Verdict[] = []
    const permit = permitOf(sandbox.world, spender, 10n ** 12n) as never
    await assert.rejects(sentBy(trader, verdicts).signTypedData(permit), /Refused eth_signTypedData_v4/)
    assert.equal(verdicts[0]?.status, 'assessed')
    assert.ok(!reached.includes('eth_signTypedData_v4'))
  })

  test('a delegation to a malicious account is refused', async () => {
    const { trader } = sandbox.world.actors
    const verdicts: Verdict[] = []
    const params = [{ address: sandbox.world.traps.maliciousDelegate, chainId: 1 }]
    const client = createClient({ baseUrl: service.url, apiKey: service.tokens[0] ?? '' })
    const policy = (verdict: Verdict) => {
      verdicts.push(verdict)
      return false
    }
    const wallet = guard(walletOf(trader), { client, policy, deadlineMs: 30_000, timeoutMs: 60_000 })
    await assert.rejects(wallet.request({ method: 'wallet_signAuthorization', params }), { name: 'GuardRefusal' })
    assert.equal(verdicts[0]?.recommendation, 'BLOCK')
  })

  test('a service that cannot be reached refuses everything', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_live_a', maxRetries: 0 })
    const { trader, friend } = sandbox.world.actors
    const wallet = guard(walletOf(trader), { client })
    const payment = { method: 'eth_sendTransaction', params: [{ from: trader, to: friend, value: '0x1' }] }
    await assert.rejects(wallet.request(payment), /\(unassessed\)/)
  })
})
