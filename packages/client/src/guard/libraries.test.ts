import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Config,
  connect,
  createConfig,
  injected,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  writeContract,
} from '@wagmi/core'
import { BrowserProvider, type JsonRpcSigner } from 'ethers-6'
import { createWalletClient, custom, parseAbi, type WalletClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { erc7715Actions } from 'viem/experimental'
import { HARMLESS, OTHER, type Result, startWallet, WALLET } from '../testing/startWallet.ts'
import { guard } from './guard.ts'
import { JUDGED } from './methods.ts'

const HASH = `0x${'12'.repeat(32)}`
const SIGNATURE = `0x${'34'.repeat(64)}1b` as const
const TYPED = {
  domain: { name: 'USD Coin', chainId: 1, verifyingContract: OTHER },
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  message: { value: 5n },
} as const
const ERC20 = parseAbi(['function transfer(address to, uint256 amount) returns (bool)'])
const RAW = '0x02f8'
const PAYMENT = { to: OTHER, value: 1n } as const
/** What is asked of a wallet where a library has no function for it. */
const RAW_REQUESTS: [method: string, params: unknown][] = [
  ['eth_signTransaction', [{ from: WALLET, to: OTHER, chainId: '0x1' }]],
  ['eth_sendRawTransaction', [RAW]],
  ['eth_signTypedData_v1', [[{ type: 'string', name: 'a', value: 'b' }], WALLET]],
  ['eth_signTypedData_v3', [WALLET, JSON.stringify({ ...TYPED, message: { value: '5' } })]],
  ['eth_sign', [WALLET, '0x6869']],
  ['wallet_signAuthorization', [{ address: OTHER, chainId: 1 }]],
  ['wallet_requestExecutionPermissions', [{}]],
  ['wallet_grantPermissions', [{}]],
  ['wallet_invokeMethod', { scope: 'eip155:1', request: { method: 'personal_sign', params: ['0x6869', WALLET] } }],
]
/** What the guard cannot judge without more: the policy decides, and by default refuses. */
const NEVER_JUDGED = ['eth_signTypedData_v1', 'wallet_requestExecutionPermissions', 'wallet_grantPermissions']

/** A wallet that answers what libraries read, and keeps what it is to sign or send. */
function startLibraryWallet(answer: Result) {
  const { client } = startWallet(answer)
  const reached: string[] = []
  const transaction = {
    hash: HASH,
    from: WALLET,
    to: OTHER,
    nonce: '0x4',
    value: '0x1',
    gas: '0x5208',
    gasPrice: '0x1',
    input: '0x',
    type: '0x0',
    chainId: '0x1',
    v: '0x1b',
    r: HASH,
    s: HASH,
    blockNumber: null,
    blockHash: null,
    transactionIndex: null,
  }
  const reads: Record<string, unknown> = {
    eth_chainId: '0x1',
    net_version: '1',
    eth_accounts: [WALLET],
    eth_requestAccounts: [WALLET],
    eth_getTransactionCount: '0x4',
    eth_blockNumber: '0x10',
    eth_gasPrice: '0x1',
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x5208',
    eth_call: `0x${'0'.repeat(63)}1`,
    eth_getBlockByNumber: {
      number: '0x10',
      hash: HASH,
      parentHash: HASH,
      timestamp: '0x1',
      baseFeePerGas: '0x1',
      gasLimit: '0x1c9c380',
      gasUsed: '0x0',
      miner: OTHER,
      extraData: '0x',
      difficulty: '0x0',
      nonce: '0x0000000000000000',
      transactions: [],
    },
    eth_getTransactionByHash: transaction,
    eth_getTransactionReceipt: null,
    wallet_getCapabilities: {},
  }
  const wallet = {
    on() {},
    removeListener() {},
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const inner =
        method === 'wallet_invokeMethod' ? (params as { request: { method: string } }).request.method : method
      if (Object.hasOwn(reads, inner)) return reads[inner]
      reached.push(method)
      if (method === 'wallet_sendCalls') return { id: '0x1' }
      if (method === 'wallet_grantPermissions') return { expiry: 1, permissionsContext: '0x', grantedPermissions: [] }
      return method.startsWith('eth_send') ? HASH : SIGNATURE
    },
  }
  const guarded = guard(wallet, { client, parseRaw: () => ({ from: WALLET, to: OTHER, value: 1n, chainId: 1 }) })
  return { guarded, reached }
}

type Call<Library> = [method: string, call: (library: Library) => Promise<unknown>]

const VIEM: Call<WalletClient>[] = [
  ['eth_sendTransaction', (wallet) => wallet.sendTransaction({ ...PAYMENT, account: WALLET, chain: mainnet })],
  [
    'eth_sendTransaction',
    (wallet) =>
      wallet.writeContract({
        address: OTHER,
        abi: ERC20,
        functionName: 'transfer',
        args: [OTHER, 1n],
        account: WALLET,
        chain: mainnet,
      }),
  ],
  ['eth_signTransaction', (wallet) => wallet.signTransaction({ ...PAYMENT, account: WALLET, chain: mainnet } as never)],
  ['eth_sendRawTransaction', (wallet) => wallet.sendRawTransaction({ serializedTransaction: RAW })],
  [
    'eth_sendRawTransaction',
    (wallet) =>
      wallet.sendTransaction({
        ...PAYMENT,
        account: privateKeyToAccount(`0x${'01'.repeat(32)}`),
        chain: mainnet,
        gas: 21_000n,
        nonce: 1,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
      }),
  ],
  ['personal_sign', (wallet) => wallet.signMessage({ message: 'hi', account: WALLET })],
  ['eth_signTypedData_v4', (wallet) => wallet.signTypedData({ ...TYPED, account: WALLET })],
  ['wallet_sendCalls', (wallet) => wallet.sendCalls({ calls: [PAYMENT], account: WALLET, chain: mainnet })],
  [
    'wallet_grantPermissions',
    (wallet) =>
      wallet.extend(erc7715Actions()).grantPermissions({
        expiry: 1,
        permissions: [{ type: 'native-token-transfer', data: { ticker: 'ETH' }, policies: [] }],
      } as never),
  ],
  ...RAW_REQUESTS.map(
    ([method, params]): Call<WalletClient> => [method, (wallet) => wallet.request({ method, params } as never)],
  ),
]

type Ethers = { provider: BrowserProvider; signer: JsonRpcSigner }
const ETHERS: Call<Ethers>[] = [
  ['eth_sendTransaction', ({ signer }) => signer.sendTransaction(PAYMENT)],
  ['eth_sendTransaction', ({ signer }) => signer.sendUncheckedTransaction(PAYMENT)],
  ['personal_sign', ({ signer }) => signer.signMessage('hi')],
  ['eth_sign', ({ signer }) => signer._legacySignMessage('hi')],
  ['eth_signTypedData_v4', ({ signer }) => signer.signTypedData(TYPED.domain, TYPED.types as never, TYPED.message)],
  ['eth_signTransaction', ({ signer }) => signer.signTransaction({ ...PAYMENT, gasLimit: 21_000n, chainId: 1 })],
  [
    'wallet_sendCalls',
    ({ provider }) => provider.send('wallet_sendCalls', [{ calls: [{ to: OTHER }], chainId: '0x1' }]),
  ],
  ...RAW_REQUESTS.filter(([method]) => method !== 'wallet_invokeMethod').map(
    ([method, params]): Call<Ethers> => [method, ({ provider }) => provider.send(method, params as unknown[])],
  ),
]

const WAGMI: Call<Config>[] = [
  ['eth_sendTransaction', (config) => sendTransaction(config, PAYMENT)],
  [
    'eth_sendTransaction',
    (config) => writeContract(config, { address: OTHER, abi: ERC20, functionName: 'transfer', args: [OTHER, 1n] }),
  ],
  ['personal_sign', (config) => signMessage(config, { message: 'hi' })],
  ['eth_signTypedData_v4', (config) => signTypedData(config, TYPED)],
  ['wallet_sendCalls', (config) => sendCalls(config, { calls: [PAYMENT] })],
  ...RAW_REQUESTS.map(
    ([method, params]): Call<Config> => [
      method,
      async (config) => {
        const provider = (await config.connectors[0]?.getProvider()) as { request(args: object): Promise<unknown> }
        return provider.request({ method, params })
      },
    ],
  ),
]

const viemOf = async (guarded: object) =>
  createWalletClient({ account: WALLET, chain: mainnet, transport: custom(guarded as never, { retryCount: 0 }) })
async function ethersOf(guarded: object): Promise<Ethers> {
  const provider = new BrowserProvider(guarded as never, undefined, { polling: true, pollingInterval: 10 })
  return { provider, signer: await provider.getSigner() }
}
async function wagmiOf(guarded: object): Promise<Config> {
  const target = () => ({ id: 'guarded', name: 'Guarded', provider: guarded as never })
  const config = createConfig({
    chains: [mainnet],
    connectors: [injected({ target, shimDisconnect: false })],
    transports: { [mainnet.id]: custom(guarded as never, { retryCount: 0 }) },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const [connector = assert.fail()] = config.connectors
  await connect(config, { connector })
  return config
}

function methodsUnder<Library>(name: string, calls: Call<Library>[], open: (guarded: object) => Promise<Library>) {
  describe(`a guarded wallet under ${name}`, () => {
    for (const [at, [method, call]] of calls.entries())
      test(`${method} (${at + 1}) is refused where it is dangerous, and reaches the wallet where it is not`, async () => {
        for (const recommendation of ['BLOCK', 'REVIEW'] as const) {
          const bad = startLibraryWallet({ ...HARMLESS, recommendation })
          const library = await open(bad.guarded)
          await assert.rejects(call(library), (error: Error) => /Refused|reject|denied/i.test(String(error)))
          assert.deepEqual(bad.reached, [])
        }
        const good = startLibraryWallet(HARMLESS)
        const asked = call(await open(good.guarded))
        if (NEVER_JUDGED.includes(method)) {
          await assert.rejects(asked)
          assert.deepEqual(good.reached, [])
          return
        }
        await asked
        assert.deepEqual(good.reached, [method])
      })
  })
}

describe('the guard', () => {
  // The connector of wagmi asks nothing of the page but that there is one.
  before(() => void Object.assign(globalThis, { window: globalThis }))
  after(() => void Reflect.deleteProperty(globalThis, 'window'))

  methodsUnder('viem', VIEM, viemOf)
  methodsUnder('ethers 6', ETHERS, ethersOf)
  methodsUnder('wagmi', WAGMI, wagmiOf)

  test('is tried under each library with every method that wallets are asked by', () => {
    const spelledByNoLibrary = [
      'eth_signTypedData',
      'eth_signTypedData_v2',
      'wallet_sendTransaction',
      'eth_sendUserOperation',
      'eth_sendRawTransactionSync',
    ]
    const wanted = [...Object.keys(JUDGED).filter((one) => !spelledByNoLibrary.includes(one)), ...NEVER_JUDGED]
    for (const [name, calls] of [
      ['viem', VIEM],
      ['ethers', ETHERS],
      ['wagmi', WAGMI],
    ] as const) {
      const tried = new Set(calls.map(([method]) => method))
      assert.deepEqual(
        wanted.filter((method) => !tried.has(method)),
        [],
        name,
      )
    }
  })
})
