import type { api } from '@redoubt/client'
import type { Command } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import { type Out, paint } from '../terminal/out.ts'
import { EXIT } from '../verdict/exitCode.ts'
import { dollars, printFindings, printSection, yesOrNo } from '../verdict/verdict.ts'

type RescueOptions = { chain?: Chain; safe: string; sponsor: string; includeSpam?: boolean }

/** `rescue`: how a sponsor empties a compromised account; nothing is signed or sent. */
export function addRescue(program: Command, context: Context): void {
  const rescue = program
    .command('rescue')
    .description(CLIENT_COMMANDS.rescue)
    .argument('<address>', 'the compromised account, one of a key')
    .requiredOption('--safe <address>', 'receives everything')
    .requiredOption('--sponsor <address>', 'sends the transactions and pays for them')
    .option('--chain <network>', 'network; default ethereum')
    .option('--include-spam', 'also move tokens that look like spam')
    .addHelpText(
      'after',
      `
Nothing is signed or sent. With --json the plan is for tools; --quiet prints recipient and call data of each transaction.

Examples:
  $ ${context.name} rescue 0xC022… --safe 0x5aFE… --sponsor 0xd8dA…`,
    )
  act<RescueOptions>(context, rescue, async ({ out, client, wait }, [address = ''], options) => {
    const { chain, safe, sponsor, includeSpam } = options
    const body = {
      safe,
      sponsor,
      ...(chain !== undefined && { chain }),
      ...(includeSpam === true && { options: { includeSpam } }),
    }
    const result = await wait('Simulating the rescue', (call) => client.wallet.rescue(address, body, call))
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const { to, data } of result.transactions) out.line(`${to ?? ''} ${data}`)
    else print(out, result)
    return EXIT.done
  })
}

function print(
  out: Out,
  {
    assets,
    totals,
    steps,
    transactions,
    authorizations,
    permitted,
    unsaved,
    undelegation,
    warnings,
    unknown,
  }: api.Rescue,
): void {
  out.line(
    paint('bold', `${totals.assets} assets`),
    `, ${dollars(totals.savedUsd)} saved and ${dollars(totals.notSavedUsd)} not saved in simulation`,
  )
  out.line()
  for (const [at, step] of steps.entries()) out.line(`${at + 1}. ${step}`)
  printSection(
    out,
    'Assets',
    ['SAVED', 'AMOUNT', 'SYMBOL', 'VALUE', 'TOKEN'],
    assets.map(({ saved, amount, symbol, valueUsd, token, tokenId }) => [
      yesOrNo(saved) ?? 'unknown',
      amount,
      `${symbol ?? 'coins'}${tokenId === null ? '' : ` #${tokenId}`}`,
      dollars(valueUsd),
      token ?? '',
    ]),
  )
  printSection(
    out,
    'Authorizations to sign',
    ['CHAIN', 'ADDRESS', 'NONCE'],
    authorizations.map(({ chainId, address, nonce }) => [chainId, address, nonce]),
  )
  printSection(
    out,
    'Transactions to send',
    ['TYPE', 'TO', 'GAS', 'DATA'],
    transactions.map(({ type, to, gas, data }) => [type ?? '0x2', to ?? '', gas ?? 'unknown', data]),
  )
  printSection(
    out,
    'Others may take',
    ['BY', 'TOKEN', 'SPENDER', 'AT RISK'],
    permitted.map(({ standard, token, spender, valueAtRiskUsd }) => [
      standard,
      token,
      spender,
      dollars(valueAtRiskUsd),
    ]),
  )
  printSection(
    out,
    'Stays',
    ['CONTRACT', 'NAME', 'WHY'],
    unsaved.map(({ contract, label, detail }) => [contract ?? 'coins', label, detail]),
  )
  if (undelegation !== null) {
    out.line()
    out.line(paint('bold', 'To end the delegation alone: '), undelegation.description)
    out.table(
      [],
      (undelegation.authorizationList ?? []).map(({ chainId, address, nonce }) => [
        'authorization',
        `chain ${chainId}, ${address}, nonce ${nonce}`,
      ]),
    )
  }
  printFindings(out, 'Warnings', warnings, true)
  if (unknown.length > 0) out.line(paint('yellow', 'Not known: '), unknown.join(', '))
}
