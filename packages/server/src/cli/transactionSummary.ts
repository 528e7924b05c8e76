import pc from 'picocolors'
import type { TransactionScanResult } from '../usecases/scans/transaction/renderTransaction.ts'

type Simulation = NonNullable<TransactionScanResult['simulation']>

const LEVEL_COLORS = { safe: pc.green, low: pc.green, medium: pc.yellow, high: pc.red, critical: pc.bgRed } as const
const SEVERITY_MARKS = {
  info: pc.dim('i'),
  low: pc.dim('·'),
  medium: pc.yellow('!'),
  high: pc.red('!'),
  critical: pc.red('✖'),
} as const
const MAX_WARNINGS = 4

/**
 * A transaction scan for the terminal: verdict, what happens, what you lose and grant, and why. `sender` is EIP-55 or any case.
 * Colours follow NO_COLOR and whether the output is a terminal.
 */
export function transactionSummary(result: TransactionScanResult, sender: string): string {
  const color = LEVEL_COLORS[result.riskLevel]
  const lines = [
    `${color(pc.bold(` ${result.recommendation} `))} ${result.riskLevel}, score ${result.riskScore}/100, confidence ${Math.round(result.confidence * 100)} %`,
  ]
  if (result.explanation) lines.push(`  ${pc.bold(result.explanation.summary)}`)
  if (result.simulation) lines.push(...simulationLines(result.simulation, sender))
  for (const { severity, title, description } of result.warnings.slice(0, MAX_WARNINGS)) {
    lines.push(`  ${SEVERITY_MARKS[severity]} ${pc.bold(title)}`, `      ${pc.dim(description)}`)
  }
  const rest = result.warnings.length - MAX_WARNINGS
  if (rest > 0) lines.push(pc.dim(`  … and ${rest} more in the JSON`))
  return lines.join('\n')
}

function simulationLines(simulation: Simulation, sender: string): string[] {
  const mine = simulation.balanceChanges.filter(({ account }) => account.toLowerCase() === sender.toLowerCase())
  const amount = ({ change, asset, tokenId }: (typeof mine)[number]) =>
    `${change.replace(/^-/, '')} ${asset}${tokenId === null ? '' : ` #${tokenId}`}`
  const lost = mine.filter(({ change }) => change.startsWith('-')).map(amount)
  const gained = mine.filter(({ change }) => !change.startsWith('-')).map(amount)
  const granted = simulation.approvalChanges.map(
    ({ symbol, token, after, spender, spenderLabel }) => `${after} ${symbol ?? token} to ${spenderLabel ?? spender}`,
  )
  return [
    ...(simulation.success ? [] : [`  ${pc.yellow('fails')}   ${simulation.revertReason ?? simulation.outcome}`]),
    `  ${pc.red('you lose')}  ${lost.join(', ') || pc.dim('nothing')}`,
    `  ${pc.green('you gain')}  ${gained.join(', ') || pc.dim('nothing')}`,
    `  ${pc.yellow('you grant')} ${granted.join(', ') || pc.dim('nothing')}`,
  ]
}
