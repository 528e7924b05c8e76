import type { api } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import type { Out } from '../terminal/out.ts'
import { paint } from '../terminal/out.ts'
import { EXIT, exitCodeOf, FAIL_ON, type FailOn, worstCode } from '../verdict/exitCode.ts'
import { dollars, inLevel, printFindings, printSection } from '../verdict/verdict.ts'
import { addPageOptions, noteMore, type PageOptions, readPages } from './pages.ts'

type PermissionOptions = PageOptions & { chain?: Chain; failOn?: FailOn }

/** `permissions`: everything that others may do with a wallet. */
export function addPermissions(program: Command, context: Context): void {
  const permissions = program
    .command('permissions')
    .description(CLIENT_COMMANDS.permissions)
    .argument('<address>', 'the wallet')
    .option('--chain <network>', 'network; default ethereum')
    .addOption(
      new Option('--fail-on <level>', 'exit with the code of the riskiest permission from here on').choices(FAIL_ON),
    )
  addPageOptions(permissions).addHelpText(
    'after',
    `
Without --fail-on the exit code is 0. --quiet prints each permission as "revoke --approval" takes it.

Examples:
  $ ${context.name} permissions 0xC022C85bCe79a889068e142c337e7d8EC5BEa139
  $ ${context.name} permissions 0xC022C85bCe79a889068e142c337e7d8EC5BEa139 --all --json --fail-on high`,
  )
  act<PermissionOptions>(context, permissions, async (session, [address = ''], options) => {
    const { out, client } = session
    const { chain, failOn } = options
    const result = await readPages(session, options, 'permissions', (page, call) =>
      client.wallet.permissions(address, { ...page, ...(chain !== undefined && { chain }) }, call),
    )
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const one of result.permissions) out.line(nameOf(one))
    else print(out, result)
    noteMore(session, result, options)
    if (failOn === undefined) return EXIT.done
    const levels = result.permissions.map(({ riskLevel }) => exitCodeOf({ riskLevel, complete: true }, failOn))
    return worstCode([...levels, result.complete || failOn === 'never' ? EXIT.done : EXIT.incomplete])
  })
}

/** What stands against a permission that only a log or a scanned message shows. */
const WHY: Record<api.WalletPermissions['unconfirmed'][number]['reason'], string> = {
  claimed: 'only the contract itself says so',
  unreadable: 'the contract gives no answer',
  unread: 'the network gave no answer',
}

/** The permission as `revoke --approval` takes it. */
function nameOf({ standard, token, spender, tokenId, terms }: api.WalletPermission): string {
  const id = tokenId === null ? [] : [tokenId, ...(terms === null ? [] : [terms])]
  return [standard, token ?? '', spender, ...id].join(':')
}

/** A signature says what it takes, with its units, and an order which part of it was filled. */
function amountOf({ allowance, symbol, signature, filled }: api.WalletPermission): string {
  const part = filled === null || filled === 0 ? '' : ` (${Math.floor(filled * 100)} % filled)`
  return symbol === null || signature !== null ? `${allowance}${part}` : `${allowance} ${symbol}`
}

function endingOf({ end, cannotEnd }: api.WalletPermission): string {
  if (end === null) return cannotEnd?.reason === 'by-name' ? 'removeOwner, by name' : 'nothing'
  if (end.signing !== null) return `a signed message, then ${end.method}`
  return `${end.method}${end.sentBy === 'sponsor' ? ' by a sponsor' : ''}`
}

function print(
  out: Out,
  { permissions, unconfirmed, summary, warnings, unknown, complete }: api.WalletPermissions,
): void {
  const count = (value: number | null) => (value === null ? '?' : String(value))
  out.line(
    paint('bold', `${count(summary.total)} permissions`),
    `, ${count(summary.risky)} risky`,
    complete ? '' : paint('yellow', ', incomplete'),
  )
  if (permissions.length > 0) out.line()
  out.table(
    ['RISK', 'MAY', 'HOLDER', 'LABEL', 'AMOUNT', 'AT RISK', 'STANDARD', 'KEPT BY', 'ENDED BY'],
    permissions.map((one) => [
      inLevel(one.riskLevel, one.riskLevel),
      one.power,
      one.spender,
      one.spenderLabel,
      amountOf(one),
      dollars(one.valueAtRiskUsd),
      one.standard,
      one.token ?? 'the account itself',
      endingOf(one),
    ]),
  )
  printSection(
    out,
    'Not ended here',
    ['STANDARD', 'KEPT BY', 'WHY'],
    permissions.flatMap(({ standard, token, cannotEnd }) =>
      cannotEnd === null ? [] : [[standard, token ?? 'the account itself', cannotEnd.detail]],
    ),
  )
  printSection(
    out,
    'Not confirmed by their contract',
    ['STANDARD', 'KEPT BY', 'HOLDER', 'WHY'],
    unconfirmed.map(({ standard, token, spender, reason }) => [standard, token ?? '', spender, WHY[reason]]),
  )
  printFindings(out, 'Warnings', warnings, true)
  if (unknown.length > 0) out.line(paint('yellow', 'Not known: '), unknown.join(', '))
}
