import type { Address } from '@redoubt/risk/address.ts'
import { deriveWorstCase } from '@redoubt/risk/derive/worstCase.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { WorstCaseExecution } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { type FactProviders, type GetFact, Incomplete, type MissingFact } from '@redoubt/risk/gatherFacts.ts'
import { beneficiariesOf } from '@redoubt/risk/message/partiesOf.ts'
import { gatherOrigin } from '../gatherOrigin.ts'
import { accountsInTime } from '../transaction/accountsInTime.ts'
import { createContractsJudge } from '../transaction/judgeContracts.ts'
import type { MessageScanInput } from './messageScanInput.ts'
import type { MessageReader, MessageSources, WorstCaseExecutionRun } from './messageSources.ts'
import { namedByIntents } from './namedByIntents.ts'

/** How each fact of a message scan is learned. */
export function messageProviders(
  { message, origin, spellings, deadlineMs }: Pick<MessageScanInput, 'message' | 'origin' | 'spellings' | 'deadlineMs'>,
  reader: MessageReader,
  sources: MessageSources,
): FactProviders {
  // Everything that follows from the execution waits for the one run.
  const ran = Promise.withResolvers<WorstCaseExecutionRun>()
  ran.promise.catch(() => undefined)
  const runOf = async (get: GetFact): Promise<WorstCaseExecutionRun> => {
    await get('worstCaseExecutions')
    return ran.promise
  }
  return {
    message: () => message,
    spellings: () => spellings,
    intents: () => reader.recognise(message),
    block: (_, signal) => sources.block(signal),
    origin: gatherOrigin(origin, sources.origin),
    sender: async (get, signal) => sources.account(await get('block'), message.account, signal),
    named: async (get, signal) => {
      const [block, intents] = await Promise.all([get('block'), get('intents')])
      const all = namedByIntents(intents)
      const reads = all.slice(0, MAX_NAMED).map((address) => sources.account(block, address, signal))
      const read = await accountsInTime(reads, signal)
      return all.length > MAX_NAMED && !(read instanceof Incomplete) ? new Incomplete(read, TOO_MANY_NAMED) : read
    },
    contractJudgements: async (get, signal) => {
      const [block, intents, named] = await Promise.all([get('block'), get('intents'), get('named')])
      const judge = createContractsJudge(sources, block)
      const used = beneficiariesOf(intents, message.account).flatMap(({ address }) => named[address] ?? [])
      judge.ask(
        used.map((account) => ({ account, decisive: true })),
        () => AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 2))]),
      )
      return judge.answer()
    },
    imitations: async (get) =>
      Object.values(await get('named')).flatMap(({ address, token }) =>
        token?.symbol && sources.imitates(address, token.symbol) ? [address] : [],
      ),
    worstCaseExecutions: async (get, signal) => {
      const [block, intents] = await Promise.all([get('block'), get('intents')])
      const run = await sources.worstCaseExecutions(block, message, intents, signal)
      ran.resolve(run)
      const reason = run.worstCaseExecutions.find(({ notRun }) => notRun !== null)?.notRun
      return reason
        ? new Incomplete<WorstCaseExecution[]>(run.worstCaseExecutions, notExecuted(reason))
        : run.worstCaseExecutions
    },
    worstCaseChanges: async (get, signal) => {
      const [block, run] = await Promise.all([get('block'), runOf(get)])
      const transaction = { from: message.account, to: null, value: 0n, data: '0x' } as const
      const rows = await sources.balanceChanges(block, transaction, run.together, signal)
      return rows.filter(({ account, address, change }) => {
        const madeUp = account === run.anybody && (change < 0n || address === null || run.pretended.includes(address))
        return !madeUp
      })
    },
    worstCase: async (get) => {
      const [intents, rows, run] = await Promise.all([get('intents'), get('worstCaseChanges'), runOf(get)])
      const movements = deriveWorstCase({ signer: message.account, intents, rows, decode: sources.decode })
      const reason = run.worstCaseExecutions.find(({ notRun }) => notRun !== null)?.notRun
      if (run.together.truncated)
        return new Incomplete(movements, notExecuted('the execution was too large to be inspected'))
      return reason ? new Incomplete(movements, notExecuted(reason)) : movements
    },
    approvalChanges: async (get, signal) => {
      const [block, run] = await Promise.all([get('block'), runOf(get)])
      return sources.approvalChanges(block, run.together, signal)
    },
    spenders: async (get, signal) => {
      const [block, changes] = await Promise.all([get('block'), get('approvalChanges')])
      const unique = [...new Set(changes.map(({ spender }) => spender))]
      const read = await Promise.all(unique.map((address) => sources.account(block, address, signal)))
      return Object.fromEntries(read.map((account) => [account.address, account])) as Record<Address, Account>
    },
  }
}

/** More than any order or batch a person reads; a bulk order of hundreds must not read hundreds of accounts. */
const MAX_NAMED = 60
const TOO_MANY_NAMED: MissingFact = {
  reason: 'failed',
  message: `more than ${MAX_NAMED} accounts are named; the others were not looked up`,
  root: 'named',
  error: null,
}

/** No source failed, so none is to blame: but what was not executed is not known. */
function notExecuted(reason: string): MissingFact {
  return { reason: 'failed', message: reason, root: 'worstCaseExecutions', error: null }
}
