import type { Explanation } from '@redoubt/risk/explain/explain.ts'
import { type StatedRows, statesRows } from '@redoubt/risk/explain/statesRows.ts'
import type { RenderedApprovalChange, RenderedBalanceChange } from './renderChanges.ts'

/** `explanation` of an answer: `llm` when a model's text was admitted beside the template's. */
export type RenderedExplanation = Explanation & { source: 'template' | 'llm' }

/** What was judged and what changes, as the answer renders it. */
export type Explained = {
  network: string
  recommendation: string
  /** The account that signs. */
  signer: string
  /** Rendered rows, which the model may state again. */
  balanceChanges: readonly RenderedBalanceChange[]
  approvalChanges: readonly RenderedApprovalChange[]
  /** Further facts for the model alone, which it may not quote beyond what the rows and the template say. */
  facts: unknown
}

/**
 * The template's explanation, with what the operator's language model adds to it. The template's summary and warnings always
 * stand; model text that states anything but a row of the answer, or that fails or is late, is left out. No score depends on it.
 */
export async function explainInWords(
  template: Explanation,
  explained: Explained,
  explainer: Explainer | null,
  signal: AbortSignal,
): Promise<RenderedExplanation> {
  const plain = { ...template, source: 'template' as const }
  if (explainer === null || signal.aborted) return plain
  const { network, recommendation, facts } = explained
  const { summary, details, warnings } = template
  try {
    const written = await explainer({ network, recommendation, summary, steps: details, warnings, facts }, signal)
    const rows = statedRows(explained)
    if (!statesRows(written.summary, rows) || !statesRows(written.details, rows)) return plain
    return {
      summary: `${summary} ${written.summary.trim()}`,
      details: `${details}\n${written.details.trim()}`,
      warnings,
      source: 'llm',
    }
  } catch {
    // A model that is down, slow or talks nonsense must not cost the verdict.
    return plain
  }
}

function statedRows({ signer, balanceChanges, approvalChanges }: Explained): StatedRows {
  const own = balanceChanges.filter(({ account }) => sameText(account, signer))
  const change = (row: RenderedBalanceChange) => ({
    amount: row.change.replace('-', ''),
    asset: row.asset,
    others: balanceChanges
      .filter(({ address, tokenId }) => address === row.address && tokenId === row.tokenId)
      .filter((other) => isLoss(other) !== isLoss(row))
      .map(({ account }) => account),
  })
  return {
    gains: own.filter((row) => !isLoss(row)).map(change),
    losses: own.filter(isLoss).map(change),
    permissions: approvalChanges
      .filter(({ owner, spender }) => sameText(owner, signer) && !sameText(spender, signer))
      .flatMap(({ spender, symbol, standard, after, unlimited }) => {
        const all = unlimited || after === 'all'
        const isAmount = standard === 'erc20' || standard === 'permit2'
        if (!all && (!isAmount || !/[1-9]/.test(after))) return []
        return [{ spender, asset: symbol, amount: all ? null : after }]
      }),
  }
}

function isLoss({ change }: RenderedBalanceChange): boolean {
  return change.startsWith('-')
}

function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** What a language model is told: facts of the answer as JSON values, and what our own template says of them. */
export type FactsToExplain = {
  network: string
  recommendation: string
  /** The template's words. */
  summary: string
  steps: string
  warnings: readonly string[]
  /** Rendered members of the answer: what is called, what changes hands, what is permitted. */
  facts: unknown
}

/** Writes about facts in other words, declared by the scans. Rejects when it cannot, or not in time. */
export type Explainer = (facts: FactsToExplain, signal: AbortSignal) => Promise<{ summary: string; details: string }>
