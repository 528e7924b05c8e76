import type { api } from '@redoubt/client'
import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type Context } from '../connection/session.ts'
import { type Out, paint } from '../terminal/out.ts'
import { UsageError } from '../usageError.ts'
import { EXIT } from '../verdict/exitCode.ts'
import { inLevel, printFacts, printSection, yesOrNo } from '../verdict/verdict.ts'

const CLAIMS = ['verified-source', 'timelock', 'role-change'] as const
type Claim = (typeof CLAIMS)[number]
/** Milliseconds for a scan with a witness, which is executed again until its reads are known. */
const APPEALED_MS = 90_000

type AppealOptions = { claim?: Claim[]; note?: string; tooMild?: boolean }

/** `appeal`: a disputed scan is made again, and reported to the operator. */
export function addAppeal(program: Command, context: Context): void {
  const appeal = program
    .command('appeal')
    .description(CLIENT_COMMANDS.appeal)
    .argument(
      '<request-id>',
      'the id of the disputed scan: of a contract, a message, or a transaction that is not sent',
    )
    .argument('[entity]', 'address, URL or hash that the case is about; default: what was scanned')
    .addOption(
      new Option('--claim <claims...>', 'fact that changed, for a contract; the new scan checks it').choices([
        ...CLAIMS,
      ]),
    )
    .option('--note <text>', 'why, for the operator')
    .option('--too-mild', 'the verdict was too mild; default: too strict')
    .addHelpText(
      'after',
      `
The request is scanned again at the newest block. The answer says what changed; the operator decides whether the entity is allowed or denied for everybody.

Example:
  $ ${context.name} appeal 0198c0de-0000-7000-8000-000000000001 --claim timelock --note "the owner is a timelock since block 24000000"`,
    )
  act<AppealOptions>(context, appeal, async ({ out, client, wait }, [requestId = '', named], options) => {
    const { claim = [], note, tooMild = false } = options
    const result = await wait('Scanning again', async (call) => {
      const { kind, chain, subject, input } = await client.scans.get(requestId, call)
      // The subject of a message or of a creation is its sender, who is not what is disputed.
      const isOwn = kind === 'message' || (kind === 'transaction' && (input as { to?: unknown }).to == null)
      if (named === undefined && isOwn)
        throw new UsageError('Name the address or site that it is about: appeal <request-id> <entity>.')
      const body: api.FeedbackRequest = {
        entity: named ?? subject,
        ...(chain !== null && { chain: chain as 'ethereum' }),
        type: tooMild ? 'false_negative' : 'false_positive',
        ...(note !== undefined && { note }),
        appeal: { requestId, claims: [...new Set(claim)] },
      }
      return client.feedback.give(body, { timeoutMs: APPEALED_MS, ...call })
    })
    if (out.wantsJson) out.json(result)
    else if (out.quiet) out.line(result.id)
    else print(out, result)
    return EXIT.done
  })
}

function print(out: Out, { id, appeal }: api.GivenFeedback): void {
  if (appeal === undefined) return
  const { before, after, gone, come, changed, claims, sameRules, rejudgedAs } = appeal
  const judged = ({ riskLevel, riskScore, recommendation }: api.CaseVerdict) =>
    inLevel(riskLevel, `${recommendation} (${riskLevel}, ${riskScore}/100)`)
  out.line(judged(before), ' before, ', judged(after), ' now', after.complete ? '' : paint('yellow', ', incomplete'))
  if (!sameRules) out.line(`Rules changed too: ${before.rulesetVersion} before, ${after.rulesetVersion} now.`)
  const rows = [
    ...gone.map(({ severity, title }) => ['gone', severity, title]),
    ...come.map(({ severity, title }) => ['new', severity, title]),
    ...changed.map(({ was, severity, title }) => ['changed', `${was} → ${severity}`, title]),
  ]
  printSection(out, 'Findings', ['', 'SEVERITY', 'FINDING'], rows)
  if (rows.length === 0) out.line('No finding changed.')
  printSection(
    out,
    'Claims',
    ['CLAIM', 'BEFORE', 'NOW'],
    claims.map(({ claim, held, holds }) => [claim, yesOrNo(held) ?? 'unknown', yesOrNo(holds) ?? 'unknown']),
  )
  printFacts(out, [
    ['Case', id],
    ['New scan', rejudgedAs ?? 'not kept'],
  ])
}
