import type { api } from '@redoubt/client'
import { type Command, InvalidArgumentError } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import { type Out, paint } from '../terminal/out.ts'
import { UsageError } from '../usageError.ts'
import { EXIT } from '../verdict/exitCode.ts'
import { printFindings, printSection, yesOrNo } from '../verdict/verdict.ts'

type Chosen = NonNullable<api.RevokeRequest['approvals']>[number]
type RevokeOptions = { chain?: Chain; all?: boolean; approval?: Chosen[] }

const STANDARDS = [
  'erc20',
  'erc721',
  'erc1155',
  'permit2',
  'eip7702',
  'erc777',
  'erc6909',
  'credit-delegation',
  'vote-delegation',
  'market-authorization',
  'relayer-approval',
  'delegate-registry',
  'erc7579-module',
  'session-key',
  'presigned-order',
  'safe-owner',
  'safe-module',
  'safe-guard',
  'safe-module-guard',
  'safe-fallback-handler',
  'permit-signature',
  'authorization-signature',
  'permit2-signature',
  'permit2-allowance-signature',
  'order-signature',
  'seaport-order-signature',
  'cow-order-signature',
  '1inch-order-signature',
  '0x-order-signature',
  'paraswap-order-signature',
  'blur-order-signature',
  'looksrare-order-signature',
  'other-order-signature',
  'delegation-signature',
] as const

/** `revoke`: unsigned transactions, each simulated by the service. */
export function addRevoke(program: Command, context: Context): void {
  const revoke = program
    .command('revoke')
    .description(CLIENT_COMMANDS.revoke)
    .argument('<address>', 'the wallet')
    .option('--chain <network>', 'network; default ethereum')
    .option('--all', 'revoke all approvals')
    .option(
      '--approval <standard:token:spender[:tokenId[:terms]]>',
      'revoke this approval; may be repeated',
      (text, chosen: Chosen[] = []) => [...chosen, parseApproval(text)],
    )
    .addHelpText(
      'after',
      `
Nothing is signed or sent. With --json, transactions go to a wallet as they are, but for
those sent by a sponsor (sentBy), which another account sends with the wallet's signed authorization, or with its signature of a message (signing)
written into the call data; --quiet prints recipient and call data.

Examples:
  $ ${context.name} revoke 0xC022C85bCe79a889068e142c337e7d8EC5BEa139
  $ ${context.name} revoke 0xC022C85bCe79a889068e142c337e7d8EC5BEa139 --approval erc20:0x6B17…:0x59D7… --json`,
    )
  act<RevokeOptions>(context, revoke, async ({ out, client, wait }, [address = ''], { chain, all, approval }) => {
    if (all === true && approval !== undefined)
      throw new UsageError('--all and --approval cannot stand side by side: name approvals, or revoke all of them.')
    const body: api.RevokeRequest = {
      ...(approval === undefined ? { all: all === true ? 'all' : 'risky' } : { approvals: approval }),
      ...(chain !== undefined && { chain }),
    }
    const result = await wait('Simulating revocations', (call) => client.wallet.revoke(address, body, call))
    if (out.wantsJson) out.json(result)
    else if (out.quiet) for (const { to, data } of result.transactions) out.line(`${to} ${data}`)
    else print(out, result)
    return EXIT.done
  })
}

function print(out: Out, { transactions, skipped, totals, warnings, chain }: api.Revocations): void {
  out.line(
    paint('bold', `${totals.transactions} transactions`),
    ` revoke ${totals.approvals} approvals on ${chain}`,
    totals.gas === null ? '' : `, ${totals.gas} gas`,
  )
  for (const {
    description,
    to,
    value,
    data,
    verified,
    authorizationList,
    alternative,
    sentBy,
    signing,
  } of transactions) {
    out.line()
    out.line(
      paint('bold', description),
      verified === true ? '' : paint('yellow', ` (verified: ${yesOrNo(verified) ?? 'unknown'})`),
    )
    out.table(
      [],
      [
        ['to', to],
        ['value', value],
        ['data', data],
        ...(sentBy === 'sponsor' ? [['sent by', 'another account, which pays']] : []),
        ...authorizationsOf(authorizationList),
        ...signingOf(signing),
      ],
    )
    if (alternative !== null) {
      out.line('or, instead: ', alternative.description)
      out.table([], authorizationsOf(alternative.authorizationList))
    }
  }
  printSection(
    out,
    'Left out',
    ['SPENDER', 'TOKEN', 'WHY'],
    skipped.map(({ approval, detail }) => [approval.spender, approval.token ?? '', detail]),
  )
  printFindings(out, 'Warnings', warnings, true)
}

function authorizationsOf(list: api.RevocationTransaction['authorizationList'] = []): string[][] {
  return list.map(({ chainId, address, nonce }) => ['authorization', `chain ${chainId}, ${address}, nonce ${nonce}`])
}

/** The message that the wallet signs first, and where its signature goes. */
function signingOf(signing: api.SigningOfEnd | null): string[][] {
  if (signing === null) return []
  const places = signing.places.map(({ part, at }) => `${part} at byte ${at}`).join(', ')
  return [
    ['sign first', JSON.stringify(signing.typedData)],
    ['and write', `${places} of the data`],
  ]
}

function parseApproval(text: string): Chosen {
  const [standard, token = '', spender = '', tokenId, terms] = text.split(':')
  const known = STANDARDS.find((one) => one === standard)
  if (known === undefined || spender === '')
    throw new InvalidArgumentError(`expected standard:token:spender, with one of ${STANDARDS.join(', ')} first`)
  const chosen = { standard: known, token: token === '' ? null : token, spender }
  return { ...chosen, ...(tokenId !== undefined && { tokenId }), ...(terms !== undefined && { terms }) }
}
