import { type Command, Option } from 'commander'
import { CLIENT_COMMANDS } from '../clientCommands.ts'
import { act, type CommonOptions, type Context, type Session } from '../connection/session.ts'
import type { Chain } from '../subject/chains.ts'
import { EXIT, type ExitCode, exitCodeOf, type FailOn, worstCode } from '../verdict/exitCode.ts'
import { inLevel, printBasis, printFindings, printVerdict, verdictWord } from '../verdict/verdict.ts'
import { addScanOptions } from './scan.ts'
import { watched } from './watch.ts'

type EntityType = 'address' | 'url' | 'transaction'
type ScoreOptions = CommonOptions & {
  chain?: Chain
  type?: EntityType
  fresh?: boolean
  failOn?: FailOn
  watch?: number | true
  all?: boolean
  deadline?: number
}

/** `score`: of one entity with its factors, of several in a table. */
export function addScore(program: Command, context: Context): void {
  const score = program
    .command('score')
    .description(CLIENT_COMMANDS.score)
    .argument('<entity...>', 'addresses, URLs or transaction hashes')
  addScanOptions(score)
    .addOption(
      new Option('--type <type>', 'what the entity is; default: guessed').choices(['address', 'url', 'transaction']),
    )
    .option('--fresh', 'judge it again now, whatever is kept')
    .addHelpText(
      'after',
      `\nExamples:\n  $ ${context.name} score 0xFC97d3520BAbfc504273A14fa6DE19569F1178ac\n  $ ${context.name} score --fail-on high https://a.example https://b.example`,
    )
  act<ScoreOptions>(context, score, (session, entities, options) =>
    entities.length === 1 ? scoreOne(session, entities[0] ?? '', options) : scoreMany(session, entities, options),
  )
}

function scoreOne(session: Session, entity: string, options: ScoreOptions): Promise<ExitCode> {
  const { out, client } = session
  const { chain, type, fresh, deadline } = options
  const query = {
    ...(chain !== undefined && { chain }),
    ...(type !== undefined && { type }),
    ...(fresh === true && { fresh }),
    ...(deadline !== undefined && { deadlineMs: Math.round(deadline * 1000) }),
  }
  return watched(session, options.watch, {
    look: () => session.wait(`Scoring ${entity}`, (call) => client.risk.score(entity, query, call)),
    show: (result) => {
      if (out.wantsJson) return out.json(result, options.watch === undefined ? undefined : 'compact')
      if (out.quiet) return out.line(verdictWord(result))
      printVerdict(out, result, `${result.entityType} ${result.entity}`)
      printFindings(out, 'Factors', result.factors, options.all === true)
      printBasis(out, result)
    },
    signature: ({ riskScore, riskLevel, complete }) => `${riskScore} ${riskLevel} ${complete}`,
    code: (result) => exitCodeOf(result, options.failOn),
    endsOn: options.failOn,
  })
}

function scoreMany(session: Session, entities: string[], options: ScoreOptions): Promise<ExitCode> {
  const { out, client } = session
  const { chain, type, fresh, deadline } = options
  const named = { ...(chain !== undefined && { chain }), ...(type !== undefined && { type }) }
  const body = {
    entities: entities.map((entity) => (Object.keys(named).length === 0 ? entity : { entity, ...named })),
    options: {
      ...(fresh === true && { fresh }),
      ...(deadline !== undefined && { deadlineMs: Math.round(deadline * 1000) }),
    },
  }
  return watched(session, options.watch, {
    look: () => session.wait(`Scoring ${entities.length} entities`, (call) => client.risk.scores(body, call)),
    show: (answer) => {
      if (out.wantsJson) return out.json(answer, options.watch === undefined ? undefined : 'compact')
      const rows = answer.results.map((one) =>
        one.ok
          ? [inLevel(one.result.riskLevel, verdictWord(one.result)), String(one.result.riskScore), one.entity]
          : ['FAILED', '', `${one.entity}: ${one.error.message}`],
      )
      if (out.quiet) for (const [word = ''] of rows) out.line(word)
      else out.table(['VERDICT', 'SCORE', 'ENTITY'], rows)
    },
    signature: ({ results }) =>
      JSON.stringify(results.map((one) => (one.ok ? [one.result.riskScore, one.result.complete] : one.error.code))),
    code: ({ results }) =>
      worstCode(results.map((one) => (one.ok ? exitCodeOf(one.result, options.failOn) : EXIT.failed))),
    endsOn: options.failOn,
  })
}
