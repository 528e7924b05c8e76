import type { Chain } from '@redoubt/risk/chain.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Facts } from '@redoubt/risk/facts.ts'
import type { Finding } from '@redoubt/risk/finding.ts'
import { getAddress } from 'viem/utils'
import {
  type RenderedApprovalChange,
  type RenderedBalanceChange,
  renderApprovalChange,
  renderBalanceChange,
} from '../renderChanges.ts'
import { shownFunction } from '../renderParameters.ts'

/** The worst that can be done with the signature, as it was executed: all intents together, in order. */
export type RenderedWorstCaseExecutions = {
  /** Every step went through; null: not everything could be executed. */
  success: boolean | null
  steps: {
    /** Index into `intents`. */
    intent: number
    from: string
    to: string | null
    function: string
    value: string
    why: string
    success: boolean
    gasUsed: string
    revertReason: string | null
  }[]
  balanceChanges: RenderedBalanceChange[]
  approvalChanges: RenderedApprovalChange[]
  /** Intents that could not be executed in full, and why. */
  notRun: { intent: number; reason: string }[]
  /** Intents that cannot be used, and why. */
  worthless: { intent: number; reason: string }[]
  /** Why less leaves now than the signature allows. */
  heldBack: { intent: number; reason: string }[]
}

/** Beyond it they say the same of the rest. */
const MAX_REASONS = 128

/** The worst-case executions as JSON. */
export function renderWorstCaseExecutions(
  chain: Chain,
  facts: Partial<Facts>,
  findings: readonly Finding[],
  decode: (transaction: Transaction) => DecodedCall,
): RenderedWorstCaseExecutions {
  const { worstCaseExecutions = [], worstCaseChanges = [], approvalChanges = [], spenders = {}, named = {} } = facts
  const steps = worstCaseExecutions.flatMap(({ intent, steps, simulations }) =>
    simulations.flatMap((simulation, index) => {
      const step = steps[index]
      if (!step) return []
      const { from, to, value, data } = step.transaction
      return {
        intent,
        from: getAddress(from),
        to: to && getAddress(to),
        function: shownFunction(decode(step.transaction), data),
        value: String(value),
        why: step.why,
        success: simulation.success,
        gasUsed: String(simulation.gasUsed),
        revertReason: simulation.revertReason,
      }
    }),
  )
  const reasons = (member: 'notRun' | 'worthless' | 'heldBack') =>
    worstCaseExecutions
      .flatMap(({ intent, ...worstCaseExecution }) => {
        const reason = worstCaseExecution[member]
        return reason ? [{ intent, reason }] : []
      })
      .slice(0, MAX_REASONS)
  return {
    success:
      steps.every(({ success }) => success) &&
      (worstCaseExecutions.some(({ notRun }) => notRun !== null) ? null : true),
    steps,
    balanceChanges: worstCaseChanges.map((row) => renderBalanceChange(chain, row)),
    approvalChanges: approvalChanges.map((row) =>
      renderApprovalChange(row, spenders[row.spender] ?? named[row.spender], findings),
    ),
    notRun: reasons('notRun'),
    worthless: reasons('worthless'),
    heldBack: reasons('heldBack'),
  }
}
