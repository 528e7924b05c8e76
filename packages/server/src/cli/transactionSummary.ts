import { styleText } from 'node:util'
import type { TransactionScanResult } from '../usecases/scans/transaction/renderTransaction.ts'

type Simulation = NonNullable<TransactionScanResult['simulation']>

const LEVEL_COLORS = { safe: 'green', low: 'green', medium: 'yellow', high: 'red', critical: 'bgRed' } as const
const SEVERITY_MARKS = {
  info: styleText('dim', 'i'),
  low: styleText('dim', '·'),
  medium: styleText('yellow', '!'),
  high: styleText('red', '!'),
  critical: styleText('red', '✖'),
} as const
const MAX_WARNINGS = 4

/**
 * A transaction scan for the terminal: verdict, what happens, what you lose and grant, and why. `sender` is EIP-55 or any case.
 * Colours follow NO_COLOR and whether the output is a terminal.
 */
export function transactionSummary(result: TransactionScanResult, sender: string): string {
  const color = LEVEL_COLORS[result.riskLevel]
  const lines = [
    `${styleText([color, 'bold'], ` ${result.recommendation} `)} ${result.riskLevel}, score ${result.riskScore}/100, confidence ${Math.round(result.confidence * 100)} %`,
  ]
  if (result.explanation) lines.push(`  ${styleText('bold', result.explanation.summary)}`)
  if (result.simulation) lines.push(...simulationLines(result.simulation, sender))
  for (const { severity, title, description } of result.warnings.slice(0, MAX_WARNINGS)) {
    lines.push(`  ${SEVERITY_MARKS[severity]} ${styleText('bold', title)}`, `      ${styleText('dim', description)}`)
  }
  const rest = result.warnings.length - MAX_WARNINGS
  if (rest > 0) lines.push(styleText('dim', `  … and ${rest} more in the JSON`))
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
    ...(simulation.success
      ? []
      : [`  ${styleText('yellow', 'fails')}   ${simulation.revertReason ?? simulation.outcome}`]),
    `  ${styleText('red', 'you lose')}  ${lost.join(', ') || styleText('dim', 'nothing')}`,
    `  ${styleText('green', 'you gain')}  ${gained.join(', ') || styleText('dim', 'nothing')}`,
    `  ${styleText('yellow', 'you grant')} ${granted.join(', ') || styleText('dim', 'nothing')}`,
  ]
}
