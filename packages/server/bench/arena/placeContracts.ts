import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem/utils'
import type { SandboxChain } from '../../src/sandbox/canonical.ts'
import { deployCorpus } from '../../src/sandbox/corpus/deployCorpus.ts'
import { type NodeRpc, nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'
import { sandboxSender } from '../../src/testing/sandboxSender.ts'
import type { ArenaCase } from './arenaEngine.ts'

/** 250 blocks over 75 days. */
const AGE_BLOCKS = 250
const AGE_STEP_SECONDS = 25_920
const BLOCKS_AT_ONCE = 50
const BURNED: Address = '0x000000000000000000000000000000000000dEaD'
const ERC20 = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
])

/**
 * Puts the contracts of the cases on the running sandbox: those of the corpus with their pools, holders and deposits, those given as creation
 * code as they are. Liquidity is burned and 75 days pass, so that hostile and honest ones differ by their code alone. @returns the cases, those of contracts with `address`, `code` (the runtime code) and `request` in their facts.
 * @throws Error naming a case whose contract cannot be created.
 */
export async function placeContracts(cases: readonly ArenaCase[], sandbox: Sandbox): Promise<ArenaCase[]> {
  const http = createOperatorFetch()
  try {
    const placed = await placeCorpus(cases, sandbox, http)
    const ready: ArenaCase[] = []
    for (const one of cases) {
      if (one.kind !== 'contract') {
        ready.push(one)
        continue
      }
      const chain = one.facts.chain as SandboxChain
      const rpc = nodeRpc(sandbox.rpcUrls[chain], http)
      const { creationCode } = one.facts
      const address =
        (one.facts.address as Address | undefined) ??
        placed.get(`${chain} ${one.facts.corpus}`) ??
        (await create(sandboxSender(rpc), sandbox.world[chain].actors.worker, creationCode as Hex, one.id))
      const code = await rpc('eth_getCode', [address, 'latest'])
      if (code === '0x') throw new Error(`${one.id}: no contract at ${address}`)
      ready.push({ ...one, facts: { ...one.facts, address, code, request: { chain, address } } })
    }
    for (const chain of new Set(ready.flatMap(({ kind, facts }) => (kind === 'contract' ? [facts.chain] : []))))
      await age(nodeRpc(sandbox.rpcUrls[chain as SandboxChain], http))
    return ready
  } finally {
    await http.close()
  }
}

async function age(rpc: NodeRpc): Promise<void> {
  for (let mined = 0; mined < AGE_BLOCKS; mined += BLOCKS_AT_ONCE)
    await rpc('anvil_mine', [numberToHex(BLOCKS_AT_ONCE), numberToHex(AGE_STEP_SECONDS)])
}

async function placeCorpus(
  cases: readonly ArenaCase[],
  sandbox: Sandbox,
  http: ReturnType<typeof createOperatorFetch>,
): Promise<Map<string, Address>> {
  const wanted = cases.filter(({ kind, facts }) => kind === 'contract' && facts.corpus !== undefined)
  const placed = new Map<string, Address>()
  for (const chain of new Set(wanted.map(({ facts }) => facts.chain as SandboxChain))) {
    const ids = new Set(wanted.flatMap(({ facts }) => (facts.chain === chain ? [String(facts.corpus)] : [])))
    const rpc = nodeRpc(sandbox.rpcUrls[chain], http)
    for (const { id, address, pool, names } of await deployCorpus(sandbox, chain, ids)) {
      placed.set(`${chain} ${id}`, address)
      if (pool !== null) await burnLiquidity(rpc, pool, names.team)
    }
  }
  const missing = wanted.find(({ facts }) => !placed.has(`${facts.chain} ${facts.corpus}`))
  if (missing) throw new Error(`${missing.id}: the corpus has no ${missing.facts.corpus}`)
  return placed
}

async function burnLiquidity(rpc: NodeRpc, pool: Address, team: Address): Promise<void> {
  const asked = encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [team] })
  const amount = BigInt((await rpc('eth_call', [{ to: pool, data: asked }, 'latest'])) as Hex)
  const data = encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [BURNED, amount] })
  await sandboxSender(rpc)({ from: team, to: pool, data })
}

async function create(send: ReturnType<typeof sandboxSender>, from: Address, data: Hex, id: string): Promise<Address> {
  const address = await send({ from, data }).catch((error: Error) => {
    throw new Error(`${id}: ${error.message}`, { cause: error })
  })
  if (address === null) throw new Error(`${id}: nothing was created`)
  return address
}
