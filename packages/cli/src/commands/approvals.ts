import type { api } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import type { Out } from '../terminal/out.ts'
import { paint } from '../terminal/out.ts'
import { EXIT, exitCodeOf, FAIL_ON, type FailOn, worstCode } from '../verdict/exitCode.ts'
import { dollars, inLevel, printFindings } from '../verdict/verdict.ts'
import { addPageOptions, noteMore, type PageOptions, readPages } from './pages.ts'

type ApprovalOptions = PageOptions & {
  chain?: Chain
  risk?: 'safe' | 'low' | 'medium' | 'high' | 'critical'
  failOn?: FailOn
}

/** `approvals`: who may spend what a wallet has. */
export function addApprovals(program: Command, context: Context): void {
  const approvals = program
    .command('approvals')
    .description(CLIENT_COMMANDS.approvals)
    .argument('<address>', 'the wallet')
    .option('--chain <network>', 'network; default ethereum')
    .addOption(
      new Option('--risk <level>', 'only approvals of this risk').choices([
        'safe',
        'low',
        'medium',
        'high',
        'critical',
      ]),
    )
    .addOption(
      new Option('--fail-on <level>', 'exit with the code of the riskiest approval from here on').choices(FAIL_ON),
    )
  addPageOptions(approvals).addHelpText(
    'after',
    `
Without --fail-on the exit code is 0. --quiet prints each approval as "revoke --approval" takes it.

Examples:
  $ ${context.name} approvals 0xC022C85bCe79a889068e142c337e7d8EC5BEa139
  $ ${context.name} approvals 0xC022C85bCe79a889068e142c337e7d8EC5BEa139 --all --json --fail-on high`,
  )
  act<ApprovalOptions>(context, approvals, async (session, [address = ''], options) => {
    const { out, client } = session
    const { chain, risk, failOn } = options
    const result = await readPages(session, options, 'approvals', (page, call) =>
      client.wallet.approvals(
        address,
        { ...page, ...(chain !== undefined && { chain }), ...(risk !== undefined && { risk }) },
        call,
      ),
    )
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const one of result.approvals) out.line(nameOf(one))
    else print(out, result)
    noteMore(session, result, options)
    if (failOn === undefined) return EXIT.done
    const { complete } = result
    const levels = result.approvals.map(({ riskLevel }) => exitCodeOf({ riskLevel, complete: true }, failOn))
    return worstCode([...levels, complete || failOn === 'never' ? EXIT.done : EXIT.incomplete])
  })
}

/** The approval as `revoke --approval` takes it. */
function nameOf({ standard, token, spender, tokenId }: api.WalletApprovals['approvals'][number]): string {
  return [standard, token ?? '', spender, ...(tokenId === null ? [] : [tokenId])].join(':')
}

function print(out: Out, { approvals, summary, warnings, unknown, complete }: api.WalletApprovals): void {
  const { total, risky, unlimited, valueAtRiskUsd } = summary
  const count = (value: number | null) => (value === null ? '?' : String(value))
  out.line(
    paint('bold', `${count(total)} approvals`),
    `, ${count(risky)} risky, ${count(unlimited)} unlimited, ${dollars(valueAtRiskUsd)} at risk`,
    complete ? '' : paint('yellow', ', incomplete'),
  )
  if (approvals.length > 0) out.line()
  out.table(
    ['RISK', 'TOKEN', 'ALLOWANCE', 'SPENDER', 'LABEL', 'AT RISK', 'STANDARD', 'TOKEN ADDRESS'],
    approvals.map((one) => [
      inLevel(one.riskLevel, one.riskLevel),
      one.tokenId === null ? one.symbol : `${one.symbol} #${one.tokenId}`,
      one.operator ? 'all' : one.unlimited ? 'unlimited' : one.allowance,
      one.spender,
      one.spenderLabel,
      dollars(one.valueAtRiskUsd),
      one.standard,
      one.token,
    ]),
  )
  printFindings(out, 'Warnings', warnings, true)
  if (unknown.length > 0) out.line(paint('yellow', 'Not known: '), unknown.join(', '))
}
