import { admitModelText } from '@redoubt/risk/explain/admitModelText.ts'
import type { Explanation } from '@redoubt/risk/explain/explain.ts'
import { matchesChanges, type OwnChanges } from '@redoubt/risk/explain/matchesChanges.ts'
import type { RenderedApprovalChange, RenderedBalanceChange } from './renderChanges.ts'

/** `explanation` of an answer: `llm` when a model's text was admitted beside the template's. */
export type RenderedExplanation = Explanation & { source: 'template' | 'llm' }

/** What was judged and what changes, as the answer renders it. */
export type Explained = {
  network: string
  recommendation: string
  riskLevel: string
  findings: readonly { title: string }[]
  /** The account that signs. */
  signer: string
  /** Rendered rows: their addresses and amounts may be said again. */
  balanceChanges: readonly RenderedBalanceChange[]
  approvalChanges: readonly RenderedApprovalChange[]
  /** Further facts for the model alone, which it may not quote beyond what the rows and the template say. */
  facts: unknown
}

/** Members of rendered rows that hold addresses and amounts, and no words of strangers. */
const CHECKABLE = ['account', 'address', 'token', 'owner', 'spender', 'before', 'after', 'change', 'changeUsd'] as const

/**
 * The template's explanation, with what the operator's language model adds to it. The template's summary and warnings always
 * stand; model text that says anything the facts do not, or that fails or is late, is left out. No score depends on it.
 */
export async function explainInWords(
  template: Explanation,
  explained: Explained,
  explainer: Explainer | null,
  signal: AbortSignal,
): Promise<RenderedExplanation> {
  const plain = { ...template, source: 'template' as const }
  if (explainer === null || signal.aborted) return plain
  const { network, recommendation, riskLevel, findings, balanceChanges, approvalChanges, facts } = explained
  const { summary, details, warnings } = template
  try {
    const written = await explainer({ network, recommendation, summary, steps: details, warnings, facts }, signal)
    const said = [summary, details, ...warnings, ...[...balanceChanges, ...approvalChanges].flatMap(checkable)].join(
      '\n',
    )
    const judged = [riskLevel, recommendation, ...findings.map(({ title }) => title)].join('\n')
    const changes = ownChanges(explained)
    for (const text of [written.summary.trim(), written.details.trim().replaceAll('\n', ' ')])
      if (!admitModelText(text, { said, judged }) || !matchesChanges(text, changes)) return plain
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

function ownChanges({ signer, balanceChanges, approvalChanges }: Explained): OwnChanges {
  const changes = balanceChanges
    .filter(({ account }) => account.toLowerCase() === signer.toLowerCase())
    .map(({ change }) => change)
  return {
    gains: changes.filter((change) => !change.startsWith('-')),
    losses: changes.filter((change) => change.startsWith('-')).map((change) => change.slice(1)),
    approves: approvalChanges.length > 0,
  }
}

function checkable(row: object): string[] {
  const members = row as Partial<Record<(typeof CHECKABLE)[number], unknown>>
  return CHECKABLE.flatMap((name) =>
    members[name] === undefined || members[name] === null ? [] : [String(members[name])],
  )
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
