import { attempt, type GetFact, type MissingFact } from '../engine/gatherFacts.ts'
import type { Gap } from '../facts/contractFacts.ts'
import { hasNoTransfers, salesOf } from './openMint.ts'

/**
 * What the decisive rules could not be told, each with why: an answer that asks for care must say what for. Facts that are missing
 * because another one is are named once.
 */
export async function deriveGaps(get: GetFact): Promise<Gap[]> {
  const [subject, token, trade, bytecode, privileged, switches, budget, powers, implementations, unissued] =
    await Promise.all([
      attempt(get, 'subject'),
      attempt(get, 'token'),
      attempt(get, 'trade'),
      attempt(get, 'bytecode'),
      attempt(get, 'privileged'),
      attempt(get, 'switches'),
      attempt(get, 'privilegesBudget'),
      attempt(get, 'guardedTokenPowers'),
      attempt(get, 'implementations'),
      attempt(get, 'isUnissued'),
    ])
  const gaps: Gap[] = []
  const isToken = token.value?.standard === 'erc20'
  const add = (of: Gap['of'], because: string, wanted = true) => gaps.push({ of, because, wanted })

  if (trade.missing?.reason === 'switched-off') add('trade', WHY['switched-off'], false)
  else if (trade.missing) add('trade', WHY[trade.missing.reason])
  else if (isToken && trade.value === null && unissued.value !== true && !hasNoTransfers(bytecode.value))
    add('trade', 'no pool was found and none could be made')
  else if (trade.value) {
    const { cut } = trade.value.budget
    if (cut.length > 0) add('trade', `the budget ended before: ${cut.join(', ')}`)
    else if (salesOf(trade.value).reached.length === 0 && trade.value.holders.sampled === 0)
      add('trade', 'no attempt reached a sale')
  }
  const cut = budget.value?.cut ?? []
  const unasked = [privileged, switches].find(({ missing }) => missing !== null && isOwn(missing, trade.missing))
  if (cut.length > 0) add('privileges', `the budget ended before: ${cut.join(', ')}`)
  else if (unasked?.missing) add('privileges', WHY[unasked.missing.reason])
  else if (powers.value?.cut) add('privileges', 'the budget ended before: conditions of calls')
  if (bytecode.missing) add('bytecode', WHY[bytecode.missing.reason])
  else if (bytecode.value === null && subject.value?.class === 'contract') add('bytecode', 'no source could read it')
  if (implementations.missing) add('implementations', WHY[implementations.missing.reason])
  return gaps
}

/** Missing for a reason of its own: not because trading is. */
function isOwn(missing: MissingFact, trade: MissingFact | null): boolean {
  return trade === null || missing.root !== trade.root
}

const WHY: Readonly<Record<MissingFact['reason'], string>> = {
  late: 'the time limit came first',
  failed: 'a source failed',
  unsupported: 'this server has no source for it',
  'switched-off': 'the request switched it off',
}
