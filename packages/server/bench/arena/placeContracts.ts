import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SandboxChain } from '../../src/sandbox/canonical.ts'
import { deployCorpus } from '../../src/sandbox/corpus/deployCorpus.ts'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'
import { sandboxSender } from '../../src/testing/sandboxSender.ts'
import type { ArenaCase } from './arenaEngine.ts'

/**
 * Puts the contracts of the cases on the running sandbox: those of the corpus with their pools, holders and deposits, those given as creation
 * code as they are. @returns the cases, those of contracts with `address`, `code` (the runtime code) and `request` in their facts.
 * @throws Error naming a case whose contract cannot be created.
 */
export async function placeContracts(cases: readonly ArenaCase[], sandbox: Sandbox): Promise<ArenaCase[]> {
  const http = createOperatorFetch()
  try {
    const placed = await placeCorpus(cases, sandbox)
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
    return ready
  } finally {
    await http.close()
  }
}

async function placeCorpus(cases: readonly ArenaCase[], sandbox: Sandbox): Promise<Map<string, Address>> {
  const wanted = cases.filter(({ kind, facts }) => kind === 'contract' && facts.corpus !== undefined)
  const placed = new Map<string, Address>()
  for (const chain of new Set(wanted.map(({ facts }) => facts.chain as SandboxChain))) {
    const ids = new Set(wanted.flatMap(({ facts }) => (facts.chain === chain ? [String(facts.corpus)] : [])))
    for (const { id, address } of await deployCorpus(sandbox, chain, ids)) placed.set(`${chain} ${id}`, address)
  }
  const missing = wanted.find(({ facts }) => !placed.has(`${facts.chain} ${facts.corpus}`))
  if (missing) throw new Error(`${missing.id}: the corpus has no ${missing.facts.corpus}`)
  return placed
}

async function create(send: ReturnType<typeof sandboxSender>, from: Address, data: Hex, id: string): Promise<Address> {
  const address = await send({ from, data }).catch((error: Error) => {
    throw new Error(`${id}: ${error.message}`, { cause: error })
  })
  if (address === null) throw new Error(`${id}: nothing was created`)
  return address
}
