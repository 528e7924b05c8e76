import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Sequence, SimulationRequest, Simulator, StateOverrides } from '../simulation/simulator.ts'

/** What an account is pretended to own on one network: no key controls it, and nothing of it is on the chain. */
export type Holdings = { chain: Chain; account: Address; state: StateOverrides }

/** The same engine, for which the account owns what it is pretended to own. What a request pretends itself goes before. */
export function simulatorWithHoldings(simulator: Simulator, { state }: Holdings): Simulator {
  const rich = <Request extends Pick<SimulationRequest, 'stateOverrides'>>(request: Request): Request => ({
    ...request,
    stateOverrides: over(state, request.stateOverrides),
  })
  const richSequence = (sequence: Sequence): Sequence => rich(sequence)
  return {
    ...simulator,
    simulate: (request) => simulator.simulate(rich(request)),
    read: (request) => simulator.read(rich(request)),
    simulateSteps: (request) => simulator.simulateSteps(rich(request)),
    simulateSequences: (request) =>
      simulator.simulateSequences({ ...request, sequences: request.sequences.map(richSequence) }),
    slotsRead: (request) => simulator.slotsRead(rich(request)),
    stateDiffs: (request) => simulator.stateDiffs({ ...request, sequence: richSequence(request.sequence) }),
    wordsRead: (request) => simulator.wordsRead({ ...request, sequence: richSequence(request.sequence) }),
    compareVariants: (request) => simulator.compareVariants(rich(request)),
  }
}

/**
 * The same network, as it is read where the account owns what it is pretended to own. Calls that name the account are executed here,
 * since no endpoint knows what it owns.
 * @param simulator without the holdings.
 */
export function chainWithHoldings(chain: ChainSource, simulator: Simulator, { account, state }: Holdings): ChainSource {
  const name = account.slice(2).toLowerCase()
  const execute = (block: Parameters<ChainSource['call']>[0], to: Address, data: Hex, signal: AbortSignal) => {
    const transaction = { from: account, to, data, value: 0n }
    return simulator.read({ block, transaction, stateOverrides: state, signal })
  }
  return {
    ...chain,
    balance: async (block, address, signal) => state[address]?.balance ?? chain.balance(block, address, signal),
    code: async (block, address, signal) => state[address]?.code ?? chain.code(block, address, signal),
    storage: async (block, address, slot, signal) =>
      state[address]?.storage?.[slot] ?? chain.storage(block, address, slot, signal),
    call: (block, call, signal) =>
      call.data.includes(name) ? execute(block, call.to, call.data, signal) : chain.call(block, call, signal),
    ask: (block, question, signal) =>
      question.data.includes(name)
        ? execute(block, question.to, question.data, signal)
        : chain.ask(block, question, signal),
  }
}

function over(state: StateOverrides, more: StateOverrides = {}): StateOverrides {
  const all: StateOverrides = { ...state }
  for (const [key, own] of Object.entries(more)) {
    const address = key as Address
    const { storage, ...known } = all[address] ?? {}
    const words = { ...storage, ...own.storage }
    all[address] = { ...known, ...own, ...(Object.keys(words).length > 0 && { storage: words }) }
  }
  return all
}
