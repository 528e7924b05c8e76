import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import { initCode, type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import type { WalletPermissionsResult } from '../src/usecases/permissions/walletPermissions.ts'
import { randomOf } from '../torture/randomOf.ts'
import { startTripCounter } from './permissions/tripCounter.ts'

const GRANTS = 10_000
const KEEPERS = 20
const HOLDERS = 40
const PER_BLOCK = 250
/** Of ten changes of a right, so many take it back. */
const TAKEN_BACK = 4
const OWNER: Address = '0x00000000000000000000000000000000c0c0c0c0'
const ABI = parseAbi([
  'function authorizeOperator(address operator)',
  'function revokeOperator(address operator)',
  'function setOperator(address operator, bool approved)',
  'function approve(address spender, uint256 id, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function approveDelegation(address delegatee, uint256 amount)',
  'function delegate(address delegatee)',
  'function setAuthorization(address authorized, bool allowed)',
  'function setRelayerApproval(address sender, address relayer, bool approved)',
  'function delegateAll(address to, bytes32 rights, bool enable)',
  'function setPreSignature(bytes uid, bool signed)',
])
const NO_RIGHTS: Hex = `0x${'0'.repeat(64)}`
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/**
 * How a right of each standard is given or taken back, and what the ledger must say of it. `slot`: only one holder at a time. `own`: its holder is
 * the contract that keeps it.
 */
type Change = { data: Hex; id?: string; slot?: true; own?: true }
const STANDARDS: Record<string, (holder: Address, gives: boolean) => Change> = {
  erc20: (holder, gives) => ({ data: call('approve', [holder, gives ? 5n : 0n]) }),
  erc777: (holder, gives) => ({ data: call(gives ? 'authorizeOperator' : 'revokeOperator', [holder]) }),
  'erc6909 operator': (holder, gives) => ({ data: call('setOperator', [holder, gives]) }),
  'erc6909 allowance': (holder, gives) => ({ data: call('approve', [holder, 7n, gives ? 5n : 0n]), id: '7' }),
  'credit-delegation': (holder, gives) => ({ data: call('approveDelegation', [holder, gives ? 5n : 0n]) }),
  'vote-delegation': (holder, gives) => ({ data: call('delegate', [gives ? holder : ZERO_ADDRESS]), slot: true }),
  'market-authorization': (holder, gives) => ({ data: call('setAuthorization', [holder, gives]) }),
  'relayer-approval': (holder, gives) => ({ data: call('setRelayerApproval', [OWNER, holder, gives]) }),
  'delegate-registry': (holder, gives) => ({ data: call('delegateAll', [holder, NO_RIGHTS, gives]) }),
  // An order of CoW, one for each holder, until 2106.
  'presigned-order': (holder, gives) => {
    const uid: Hex = `0x${holder.slice(2).padStart(64, '0')}${OWNER.slice(2)}ffffffff`
    return { data: call('setPreSignature', [uid, gives]), id: String(BigInt(uid)), own: true }
  },
}

/**
 * The ledger of a wallet that gave and took back rights 10,000 times, drawn by a seed, read page by page over HTTP and compared with a
 * model that replays the same changes. `missed`: live in the model and not in the ledger; `invented`: the other way round;
 * `unended`: entries whose transaction does not end them. `requests`: calls of the node for the first page, batches counted once; `firstTrips`: the most
 * of them one after the other.
 */
export default async function permissions(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  const http = createOperatorFetch()
  const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
  const expected = await replay(rpc, sandbox.world.ethereum.actors.projectTeam)
  const trips = await startTripCounter(sandbox.rpcUrls.ethereum, http)
  const { app, url, tokens } = await quietApp('live', { ETHEREUM_RPC_URLS: trips.url })
  const seen = new Set<string>()
  let [unended, pages, firstMs, requests, firstTrips] = [0, 0, 0, 0, 0]
  const problems = new Set<string>()
  try {
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const began = performance.now()
      const response = await http.fetch({
        url: `${url}/v1/wallet/permissions/${OWNER}?limit=100&deadlineMs=30000${cursor === '' ? '' : `&cursor=${cursor}`}`,
        method: 'GET',
        headers: { authorization: `Bearer ${tokens[0]}` },
        deadlineMs: 40_000,
        maxBytes: 16 * 1024 ** 2,
      })
      if (pages === 0) {
        firstMs = Math.round(performance.now() - began)
        requests = trips.count()
        firstTrips = trips.longest()
      }
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${response.body}`)
      const page = JSON.parse(response.body.toString()).data as WalletPermissionsResult
      for (const text of [...page.cut, ...page.unavailable]) problems.add(text)
      for (const { standard, token, spender, tokenId, end } of page.permissions) {
        seen.add(keyOf(standard, token ?? '', spender, tokenId))
        if (end?.verified !== true) unended += 1
      }
      for (const one of page.unconfirmed) problems.add(`unconfirmed ${one.standard}: ${one.reason}`)
      cursor = page.nextCursor
    }
  } finally {
    await app.close()
    await trips.close()
    await http.close()
    await sandbox.close()
  }
  const missed = [...expected].filter((key) => !seen.has(key))
  const invented = [...seen].filter((key) => !expected.has(key))
  return {
    grants: GRANTS,
    live: expected.size,
    missed: missed.length,
    invented: invented.length,
    unended,
    pages,
    firstMs,
    requests,
    firstTrips,
    examples: [...missed, ...invented].slice(0, 3),
    problems: [...problems].slice(0, 5),
  }
}

/** Makes the changes on the chain, and the set of rights that they leave. */
async function replay(rpc: NodeRpc, deployer: Address): Promise<Set<string>> {
  for (const rich of [deployer, OWNER]) await rpc('anvil_setBalance', [rich, `0x${(10n ** 24n).toString(16)}`])
  const nonce = BigInt((await rpc('eth_getTransactionCount', [deployer, 'latest'])) as Hex)
  const token = getContractAddress({ from: deployer, nonce })
  const keepers = Array.from({ length: KEEPERS }, (_, at) =>
    getContractAddress({ from: deployer, nonce: nonce + 1n + BigInt(at) }),
  )
  const tokens = Array.from({ length: KEEPERS }, (_, at) =>
    getContractAddress({ from: deployer, nonce: nonce + 1n + BigInt(KEEPERS + at) }),
  )
  const settlements = Array.from({ length: KEEPERS }, (_, at) =>
    getContractAddress({ from: deployer, nonce: nonce + 1n + BigInt(2 * KEEPERS + at) }),
  )
  const plain = (at: number) => initCode('PlainToken', [`Token ${at}`, `T${at}`, 18, 10n ** 24n, OWNER])
  const codes = [
    plain(99),
    ...keepers.map(() => initCode('RightsKeeper', [token])),
    ...tokens.map((_, at) => plain(at)),
    ...settlements.map(() => initCode('OrderKeeper', [])),
  ]
  const made = codes.map((data, at) => ({
    from: deployer,
    data,
    gas: '0x4c4b40',
    nonce: `0x${(nonce + BigInt(at)).toString(16)}`,
  }))
  const random = randomOf(25)
  const live = new Set<string>()
  const named = Object.entries(STANDARDS)
  const changes = Array.from({ length: GRANTS }, (_, at) => {
    const [standard, change] = named[random(named.length)] ?? named[0] ?? ['', STANDARDS.erc20]
    const holder: Address = `0x${(0x401de7000n + BigInt(random(HOLDERS))).toString(16).padStart(40, '0')}`
    const index = random(KEEPERS)
    const kept = standard === 'erc20' ? tokens : standard === 'presigned-order' ? settlements : keepers
    const to = kept[index] ?? token
    const gives = random(10) >= TAKEN_BACK
    const { data, id, slot, own } = change?.(holder, gives) ?? { data: '0x' }
    const kind = standard.split(' ')[0] ?? ''
    if (slot) for (const key of live) if (key.startsWith(`${kind}:${to.toLowerCase()}:`)) live.delete(key)
    const key = keyOf(kind, to, own ? to : holder, id ?? null)
    if (gives) live.add(key)
    else live.delete(key)
    return { from: OWNER, to, data, gas: '0x186a0', nonce: `0x${at.toString(16)}` }
  })
  for (const some of [...slices(made, 5), ...slices(changes, PER_BLOCK)]) {
    await Promise.all(some.map((transaction) => rpc('eth_sendTransaction', [transaction])))
    await rpc('evm_mine', [])
  }
  return live
}

function keyOf(standard: string, keeper: string, holder: string, id: string | null): string {
  return [standard, keeper, holder, id ?? ''].join(':').toLowerCase()
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}

function slices<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}
